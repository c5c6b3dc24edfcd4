"""The house as text: the floors as a picture, then what each module stands on."""

import textwrap

from house import APPS, ENGINES, FEATURES, KERNEL, LIBRARIES, VOCABULARY, House, Target

WIDTH = 78


def house(the_house: House) -> str:
    return f"```text\n{_floors(the_house)}\n```\n\n{_table(the_house)}"


def _floors(the_house: House) -> str:
    gutter = max(len(_label(the_house, floor)) for floor in the_house.titles)
    rows = [f"{'':{gutter}} ┌{'─' * (WIDTH + 2)}┐"]
    for floor in (APPS, FEATURES, ENGINES, VOCABULARY, KERNEL, LIBRARIES):
        names = "   ".join(target.name for target in the_house.on(floor))
        for number, line in enumerate(textwrap.wrap(names, WIDTH) or [""]):
            rows.append(f"{_label(the_house, floor) if number == 0 else '':{gutter}} │ {line:{WIDTH}} │")
        edge = "└┘" if floor == LIBRARIES else "├┤"
        rows.append(f"{'':{gutter}} {edge[0]}{'─' * (WIDTH + 2)}{edge[1]}")
    return "\n".join(row.rstrip() for row in rows)


def _label(the_house: House, floor: int) -> str:
    return the_house.titles[floor] if floor == LIBRARIES else f"{floor} {the_house.titles[floor]}"


def _table(the_house: House) -> str:
    rows = ["| module | stands on |", "|---|---|"]
    for floor in (APPS, FEATURES, ENGINES, VOCABULARY, KERNEL):
        rows += [f"| {target.name} | {_stands_on(the_house, target)} |" for target in the_house.on(floor)]
    return "\n".join(rows)


def _stands_on(the_house: House, target: Target) -> str:
    """All of a floor is said in one word, so that a feature more changes one line."""
    names = list(target.dependencies)
    for floor in (VOCABULARY, FEATURES):
        whole = [each.name for each in the_house.on(floor)]
        if len(whole) > 1 and set(whole) <= set(names):
            names = [name for name in names if name not in whole] + [f"all {the_house.titles[floor]}"]
    return ", ".join(names) or "nothing"
