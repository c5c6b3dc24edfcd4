"""Compares `troupe insights` with scipy on generated days: ranks, correction and permutation tests."""

import datetime
import json
import os
import subprocess
from pathlib import Path

import numpy
import pytest
from scipy import stats

ROOT = Path(__file__).resolve().parents[2]
TROUPE = ROOT / ".build" / "debug" / "troupe"
FIRST = datetime.date(2025, 3, 3)
SLOWEST = 60


@pytest.fixture
def looked(tmp_path):
    """A function that runs the command on columns, and returns its document and its rows by cause, effect and lag."""

    def run(columns, *words, names=None):
        names = names or [f"c{place}" for place in range(len(columns))]
        file = tmp_path / "days.csv"
        lines = [",".join(["day", *names])]
        for day in range(len(columns[0])):
            values = ["" if numpy.isnan(column[day]) else repr(float(column[day])) for column in columns]
            lines.append(",".join([str(FIRST + datetime.timedelta(day)), *values]))
        file.write_text("\n".join(lines) + "\n")
        said = subprocess.run(
            [TROUPE, "insights", file, "--json", *words], capture_output=True, timeout=120,
            env={**os.environ, "NO_COLOR": "1"},
        )  # fmt: skip
        assert said.returncode == 0, said.stderr.decode()
        document = json.loads(said.stdout)
        assert said.stdout.count(b"\n") == 1
        rows = {(names.index(row["cause"]), names.index(row["effect"]), row["lag"]): row for row in document["looked"]}
        return document, rows

    return run


def persistent(chance, days, share):
    series = numpy.zeros(days)
    series[0] = chance.normal()
    for day in range(1, days):
        series[day] = share * series[day - 1] + numpy.sqrt(1 - share**2) * chance.normal()
    return series


def generated(seed, days=200):
    """Generates columns with persistence, weekday effects, trends, ties, gaps and one correlation."""
    chance = numpy.random.default_rng(seed)
    columns = [persistent(chance, days, share) for share in (0, 0.3, 0.6, 0.8)]
    columns.append(0.6 * columns[0] + 0.8 * persistent(chance, days, 0.3))
    for place, column in enumerate(columns):
        column += chance.normal(size=7)[numpy.arange(days) % 7] + 3 * chance.normal() * numpy.arange(days) / days
        if place % 2:
            columns[place] = column = numpy.round(column * 2)
        column[chance.random(days) < 0.04 * place] = numpy.nan
    return columns


def shifted(column, lag):
    return numpy.concatenate([numpy.full(lag, numpy.nan), column[: len(column) - lag]])


def scores(column):
    """Returns the rank scores adjusted for weekdays, a linear trend and slow waves, and the share of days that remains."""
    known = numpy.flatnonzero(~numpy.isnan(column))
    span = known[-1] - known[0] + 1
    time = (known - known[0] + 0.5) / span
    waves = max(1, min(2 * span // SLOWEST, len(known) // 10))
    design = numpy.stack(
        [numpy.ones(len(known)), time - 0.5]
        + [(known % 7 == weekday) * 1.0 for weekday in range(1, 7)]
        + [numpy.cos(numpy.pi * wave * time) for wave in range(1, waves + 1)],
        axis=1,
    )
    ranks = stats.rankdata(column[known])
    fit = numpy.linalg.lstsq(design, ranks, rcond=None)
    found = numpy.full(len(column), numpy.nan)
    found[known] = ranks - design @ fit[0]
    return found, 1 - fit[2] / len(known)


def likeness(scored):
    """Returns the autocorrelation of a series with missing days."""
    known = ~numpy.isnan(scored)
    filled = numpy.where(known, scored, 0)
    first, last = numpy.flatnonzero(known)[[0, -1]]
    found = []
    for lag in range(1, (last - first + 1) // 3 + 1):
        pairs = (known[lag:] & known[:-lag]).sum()
        product = (filled[lag:] * filled[:-lag]).sum()
        found.append(product / pairs / ((filled**2).sum() / known.sum()) if pairs >= 8 else 0)
    return numpy.array(found)


def independent(one, other, met):
    """Returns the effective number of independent days (Pyper and Peterman)."""
    days = met.sum()
    ends = min(len(one), len(other))
    products = one[:ends] * other[:ends]
    pairs = numpy.array([(met[lag:] & met[:-lag]).sum() for lag in range(1, ends + 1)])
    counted = numpy.abs(products) > 4 / days
    return days / max(1, 1 + 2 * (products * pairs / days)[counted].sum())


@pytest.mark.parametrize("seed", range(3))
def test_the_plain_rho_is_that_of_scipy(looked, seed):
    columns = generated(seed)
    _, rows = looked(columns)
    assert len(rows) == 50
    for (cause, effect, lag), row in rows.items():
        before = shifted(columns[cause], lag)
        met = ~numpy.isnan(before) & ~numpy.isnan(columns[effect])
        assert row["n"] == met.sum()
        assert abs(row["plain_rho"] - stats.spearmanr(before[met], columns[effect][met]).statistic) < 1e-9


@pytest.mark.parametrize("seed", range(3))
def test_rho_worth_and_expectation_are_those_of_the_method(looked, seed):
    """Recomputes everything except the permutation tests with numpy and scipy."""
    columns = generated(seed)
    _, rows = looked(columns)
    scored = [scores(column) for column in columns]
    alike = [likeness(found) for found, _ in scored]
    for (cause, effect, lag), row in rows.items():
        before, after = shifted(scored[cause][0], lag), scored[effect][0]
        met = ~numpy.isnan(before) & ~numpy.isnan(after)
        rho = stats.pearsonr(before[met], after[met]).statistic
        assert abs(row["rho"] - rho) < 1e-9
        worth = independent(alike[cause], alike[effect], met) * min(scored[cause][1], scored[effect][1])
        assert abs(row["independent"] - worth) < 1e-6
        if row["shuffles"] == 0:
            freedom = max(1, worth - 1)
            expected = 2 * stats.t.sf(abs(rho) * numpy.sqrt(freedom / (1 - rho**2)), freedom)
            assert abs(row["p"] - expected) < 1e-9
        middle, reach = numpy.arctanh(rho), stats.norm.ppf(0.975) * numpy.sqrt(1.06 / (worth - 3))
        assert numpy.allclose(row["interval"], numpy.tanh([middle - reach, middle + reach]), atol=1e-9)


@pytest.mark.parametrize("words", [(), ("--shuffles", "500")])
def test_q_is_exactly_the_correction_of_p(looked, words):
    document, rows = looked(generated(5), *words)
    listed = document["looked"]
    assert numpy.allclose(
        [row["q"] for row in listed], stats.false_discovery_control([row["p"] for row in listed]), rtol=1e-12, atol=0
    )
    assert document["found"] == sum(row["q"] <= 0.05 and abs(row["rho"]) >= 0.15 for row in listed)
    assert rows[(0, 4, 0)]["holds"]


def test_p_is_that_of_scipys_permutation_within_its_own_chance(looked):
    """Compares p on independent days with a scipy permutation test of the scores."""
    chance = numpy.random.default_rng(11)
    columns = [chance.normal(size=90) for _ in range(3)]
    columns[1] = columns[1] + 0.3 * columns[0]
    columns[2] = columns[2] - 0.2 * columns[1]
    ours, scipys = 4000, 4000
    _, rows = looked(columns, "--shuffles", str(ours))
    scored = [scores(column)[0] for column in columns]
    for cause, effect in [(0, 1), (0, 2), (1, 2)]:
        row = rows[(cause, effect, 0)]
        assert row["shuffles"] >= ours
        freedom = max(1, row["independent"] - 1)
        rarity = 2 * stats.t.sf(abs(row["rho"]) * numpy.sqrt(freedom / (1 - row["rho"] ** 2)), freedom)
        far = stats.t.isf(rarity / 2, 88)
        bound = far / numpy.sqrt(88 + far**2)
        one, other = scored[cause], scored[effect]
        null = stats.permutation_test(
            (one,), lambda order, axis: (order * other).sum(axis) / numpy.linalg.norm(one) / numpy.linalg.norm(other),
            permutation_type="pairings", n_resamples=scipys, vectorized=True, rng=chance,
        ).null_distribution  # fmt: skip
        scipys_p = ((numpy.abs(null) >= bound).sum() + 1) / (scipys + 1)
        spread = numpy.sqrt(scipys_p * (1 - scipys_p) * (1 / ours + 1 / scipys))
        assert abs(row["p"] - scipys_p) < 4 * spread + 2 / scipys
        # It also agrees with scipy's test of the raw numbers, except for the effect of the calendar adjustment.
        plain = stats.spearmanr(columns[cause], columns[effect]).pvalue
        assert abs(stats.norm.isf(row["p"] / 2) - stats.norm.isf(plain / 2)) < 1.2


def test_the_same_seed_is_the_same_answer(looked):
    columns = generated(8)
    assert looked(columns, "--seed", "4") == looked(columns, "--seed", "4")
    first, other = looked(columns, "--seed", "4")[1], looked(columns, "--seed", "5")[1]
    assert all(first[key]["rho"] == other[key]["rho"] for key in first)


def test_where_there_is_nothing_that_is_the_result(tmp_path):
    chance = numpy.random.default_rng(2)
    file = tmp_path / "days.csv"
    lines = [f"{FIRST + datetime.timedelta(day)},{chance.normal()},{chance.normal()}" for day in range(61)]
    file.write_text("\n".join(["day,coffee,headache", *lines]))
    said = subprocess.run([TROUPE, "insights", file], capture_output=True, timeout=120)
    assert said.returncode == 0
    assert said.stdout.decode() == "No reliable link yet in 5 pairs of measures over 61 days.\n"


@pytest.mark.parametrize("text, words", [
    ("", "line 1: the first column is called “day”"), ("day,a,b\n2026-01-01,1,x\n", "line 2: “x” in the column “b” is no number"),
    ("day,a,b\n2026-01-01,1,2\n2026-01-01,1,2\n", "line 3: 2026-01-01 comes twice"),
])  # fmt: skip
def test_a_table_that_cannot_be_read_is_refused_with_its_line(tmp_path, text, words):
    file = tmp_path / "days.csv"
    file.write_text(text)
    said = subprocess.run([TROUPE, "insights", file, "--json"], capture_output=True, timeout=120)
    assert said.returncode == 1 and said.stdout == b""
    assert words in said.stderr.decode()
