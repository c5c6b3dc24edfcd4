"""Tables with the official client."""

import httpx
import pytest
from postgrest.exceptions import APIError
from postgrest.types import CountMethod
from serving import Person, identifier

STRANGE = 'a,b.c(d):"e" & f=g +h%_\\ ä 😀 \'--;'


@pytest.fixture
def person(backend):
    return Person(backend)


@pytest.fixture
def titles(person):
    """Adds four todos, and returns a function that yields the titles a query finds."""
    for number, (title, status) in enumerate(
        [("alpha", "open"), ("Beta", "open"), ("gamma", "done"), (STRANGE, "done")]
    ):
        person.add("todos", title=title, status=status, notes=None if number % 2 else "n")
    return lambda ask: sorted(row["title"] for row in ask(person.client.table("todos").select("title")).execute().data)


def test_a_filter_of_many_identifiers_fits_and_a_longer_one_is_refused_in_the_clients_shape(person):
    row = person.add("todos", title="a")
    todos = person.client.table("todos").select("id")
    many = [row["id"], *(identifier() for _ in range(800))]
    assert todos.in_("id", many).execute().data == [{"id": row["id"]}]
    with pytest.raises(APIError) as refusal:
        person.client.table("todos").select("id").in_("id", many * 2).execute()
    assert (refusal.value.code, refusal.value.message) == ("414", "the request line is too long.")


def test_inserts_and_answers_with_the_row(person):
    row = person.add("todos", title=STRANGE)
    assert row["title"] == STRANGE
    assert (row["owner"], row["status"], row["color"]) == (person.id, "open", "blue")
    assert isinstance(row["rev"], str)
    assert person.rows("todos") == [row]
    silent = person.client.table("todos").insert({"title": "b"}, returning="minimal").execute()
    assert silent.data == []


@pytest.mark.parametrize(
    ("name", "ask", "found"),
    [
        ("eq", lambda q: q.eq("title", STRANGE), [STRANGE]),
        ("neq", lambda q: q.neq("status", "open"), [STRANGE, "gamma"]),
        ("lt", lambda q: q.lt("title", "b"), ["Beta", STRANGE, "alpha"]),
        ("gte", lambda q: q.gte("title", "b"), ["gamma"]),
        ("like", lambda q: q.like("title", "%et%"), ["Beta"]),
        ("ilike", lambda q: q.ilike("title", "b%"), ["Beta"]),
        ("is null", lambda q: q.is_("notes", "null"), ["Beta", STRANGE]),
        ("not null", lambda q: q.not_.is_("notes", "null"), ["alpha", "gamma"]),
        ("in", lambda q: q.in_("title", ["alpha", STRANGE, "none"]), [STRANGE, "alpha"]),
        ("in nothing", lambda q: q.in_("title", []), []),
        ("not in", lambda q: q.not_.in_("title", ["alpha", "gamma"]), ["Beta", STRANGE]),
        ("or", lambda q: q.or_('title.eq.alpha,and(status.eq.done,notes.is.null)'), [STRANGE, "alpha"]),
        ("twice", lambda q: q.gte("title", "a").lt("title", "b"), [STRANGE, "alpha"]),
        ("match", lambda q: q.match({"status": "done", "title": "gamma"}), ["gamma"]),
    ],
)
def test_finds(titles, name, ask, found):
    assert titles(ask) == sorted(found), name


def test_finds_in_lists_and_json(person):
    for tags in (["a", "b c", "d,e"], ["a"], []):
        person.add("journal_entries", body=str(len(tags)), tags=tags, written_at="2026-11-21T10:00:00Z")

    def bodies(ask):
        return sorted(row["body"] for row in ask(person.client.table("journal_entries").select("body")).execute().data)

    assert bodies(lambda q: q.contains("tags", ["a", "d,e"])) == ["3"]
    assert bodies(lambda q: q.contains("tags", ["a"])) == ["1", "3"]
    assert bodies(lambda q: q.contained_by("tags", ["a", "x"])) == ["0", "1"]
    assert bodies(lambda q: q.overlaps("tags", ["b c", "x"])) == ["3"]
    person.add("settings", name="theme", value={"dark": {"on": True}, "n": [1, 2]}, clock="1")
    person.add("settings", name="size", value=7, clock="1")
    found = person.client.table("settings").select("name,value").contains("value", {"dark": {"on": True}}).execute()
    assert found.data == [{"name": "theme", "value": {"dark": {"on": True}, "n": [1, 2]}}]


def test_orders_pages_and_counts(person):
    person.client.table("todos").insert([{"title": f"t{number}"} for number in range(10)]).execute()
    table = person.client.table("todos")
    page = table.select("title").order("title", desc=True).range(2, 4).execute()
    assert [row["title"] for row in page.data] == ["t7", "t6", "t5"]
    page = table.select("title", count=CountMethod.exact).order("title").limit(3).offset(9).execute()
    assert ([row["title"] for row in page.data], page.count) == (["t9"], 10)
    assert table.select("*", count=CountMethod.exact, head=True).execute().count == 10
    assert table.select("id", count=CountMethod.exact).eq("title", "none").execute().count == 0
    renamed = table.select("t:title,status").order("title").limit(1).execute().data
    assert renamed == [{"t": "t0", "status": "open"}]


def test_answers_with_one_or_none(person):
    person.add("todos", title="one")
    table = person.client.table("todos")
    assert table.select("title").eq("title", "one").single().execute().data == {"title": "one"}
    assert table.select("title").eq("title", "none").maybe_single().execute() is None
    with pytest.raises(APIError) as refusal:
        table.select("*").eq("title", "none").single().execute()
    assert (refusal.value.code, refusal.value.details) == ("PGRST116", "The result contains 0 rows")


def test_answers_with_csv(person):
    person.add("todos", title='say "a,b"\nc')
    text = person.client.table("todos").select("title,status").csv().execute().data
    assert text.replace("\r", "").rstrip("\n") == 'title,status\n"say ""a,b""\nc",open'


def test_inserts_many_or_none(person):
    with pytest.raises(APIError) as refusal:
        person.client.table("todos").insert([{"title": "good"}, {"title": ""}]).execute()
    assert refusal.value.code == "23514"
    assert person.rows("todos") == []
    rows = person.client.table("todos").insert(
        [{"title": "a", "status": "done"}, {"title": "b"}], default_to_null=False
    )
    assert sorted((row["title"], row["status"]) for row in rows.execute().data) == [("a", "done"), ("b", "open")]


def test_inserts_or_updates(person):
    row = person.add("todos", title="a")
    table = person.client.table("todos")
    merged = table.upsert({"id": row["id"], "title": "b"}).execute().data
    assert [(one["id"], one["title"]) for one in merged] == [(row["id"], "b")]
    assert table.upsert({"id": row["id"], "title": "c"}, ignore_duplicates=True).execute().data == []
    assert table.upsert({"title": "new"}).execute().data[0]["title"] == "new"
    person.add("settings", name="theme", value=1, clock="1")
    setting = {"name": "theme", "value": 2, "clock": "2"}
    merged = person.client.table("settings").upsert(setting, on_conflict="owner,name").execute().data
    assert [one["value"] for one in merged] == [2]


def test_updates_and_deletes(person):
    first, second = (person.add("todos", title=title) for title in "ab")
    table = person.client.table("todos")
    changed = table.update({"status": "done"}).eq("id", first["id"]).execute().data
    assert changed[0]["status"] == "done" and changed[0]["rev"] != first["rev"]
    assert table.update({"status": "done"}).eq("id", identifier()).execute().data == []
    with pytest.raises(APIError) as refusal:
        table.update({"status": "open"}).in_("title", ["a", "b"]).max_affected(1).execute()
    assert refusal.value.code == "PGRST124"
    assert {row["status"] for row in person.rows("todos")} == {"open", "done"}
    assert [row["id"] for row in table.delete().eq("id", second["id"]).execute().data] == [second["id"]]
    assert [row["id"] for row in person.rows("todos")] == [first["id"]]


def test_keeps_large_numbers_and_moments(person):
    amount = 999_999_999_999
    row = person.add("expenses", amount=amount, currency="EUR", category="x", spent_on="2026-02-28")
    assert (row["amount"], row["spent_on"]) == (amount, "2026-02-28")
    event = person.add(
        "events", title="x", starts_at="2026-11-21T10:00:00.123456+01:00", ends_at="2026-11-21T10:00:00Z",
        time_zone="UTC",
    )  # fmt: skip
    assert event["starts_at"] == "2026-11-21T09:00:00.123456+00:00"


@pytest.mark.parametrize(
    ("name", "ask", "status", "code"),
    [
        ("no table", lambda c: c.table("nothing").select("*"), 404, "PGRST205"),
        ("no column", lambda c: c.table("todos").select("nothing"), 400, "42703"),
        ("no column in a filter", lambda c: c.table("todos").select("*").eq("nothing", 1), 400, "42703"),
        ("no column in a row", lambda c: c.table("todos").insert({"title": "a", "nothing": 1}), 400, "PGRST204"),
        ("no function", lambda c: c.rpc("nothing", {}), 404, "PGRST202"),
        ("not null", lambda c: c.table("todos").insert({"notes": "a"}), 400, "23502"),
        ("check", lambda c: c.table("todos").insert({"title": ""}), 400, "23514"),
        ("bad text", lambda c: c.table("todos").select("*").eq("id", "x"), 400, "22P02"),
        (
            "policy",
            lambda c: c.table("todos").insert({"title": "a", "owner": identifier()}, returning="minimal"),
            403, "42501",
        ),
    ],
)  # fmt: skip
def test_says_what_is_wrong(person, name, ask, status, code):
    with pytest.raises(APIError) as refusal:
        ask(person.client).execute()
    assert refusal.value.code == code, name
    assert refusal.value.message


def test_says_what_is_wrong_in_its_status_too(backend, person):
    headers = person.headers
    rest = f"{backend.address}/rest/v1"
    assert httpx.get(f"{rest}/nothing", headers=headers).status_code == 404
    assert httpx.get(f"{rest}/todos?id=rubbish", headers=headers).status_code == 400
    assert httpx.get(f"{rest}/todos?id=eq.rubbish", headers=headers).status_code == 400
    row = {"id": identifier(), "title": "a"}
    assert httpx.post(f"{rest}/todos", headers=headers, json=row).status_code == 201
    again = httpx.post(f"{rest}/todos", headers=headers, json=row)
    assert (again.status_code, again.json()["code"]) == (409, "23505")
    assert httpx.post(f"{rest}/todos", headers=headers, content=b"{").json()["code"] == "PGRST102"


def test_calls_functions_by_get_and_post(person):
    arguments = {"device": identifier(), "epoch": "", "cursors": {"todos": None}, "limit": 10}
    answer = person.client.rpc("sync_pull", arguments).execute().data
    assert set(answer) >= {"epoch", "changes", "cursors", "more"}
    asked = {"device": identifier(), "epoch": "", "cursors": '{"todos":null}'}
    assert person.client.rpc("sync_pull", asked, get=True).execute().data["epoch"] == answer["epoch"]


@pytest.fixture
def habits(person):
    """Two habits of the person, one with three days."""
    walk = person.add("habits", name="Walk", cadence="daily")
    person.add("habits", name="Read", cadence="daily")
    for day, times in (("2026-11-20", 1), ("2026-11-21", 2), ("2026-11-22", 3)):
        person.add("habit_entries", habit=walk["id"], day=day, times=times)
    return walk


def test_embeds_rows_over_references_in_both_directions(person, habits):
    table = person.client.table("habits")
    found = table.select("name, habit_entries(day, times)").order("name").execute().data
    assert [(row["name"], len(row["habit_entries"])) for row in found] == [("Read", 0), ("Walk", 3)]
    entries = person.client.table("habit_entries").select("day, of:habits(name)").order("day").limit(1).execute().data
    assert entries == [{"day": "2026-11-20", "of": {"name": "Walk"}}]
    whole = person.client.table("habit_entries").select("*, habits(*)").limit(1).single().execute().data
    assert whole["habits"] == habits
    deep = table.select("habit_entries(day, habits(name))").eq("name", "Walk").execute().data
    assert deep[0]["habit_entries"][0]["habits"] == {"name": "Walk"}


def test_filters_orders_and_limits_what_is_embedded(person, habits):
    table = person.client.table("habits")
    found = (
        table.select("name, habit_entries(times)", count=CountMethod.exact)
        .order("name")
        .order("times", desc=True, foreign_table="habit_entries")
        .limit(2, foreign_table="habit_entries")
        .execute()
    )
    walk = {"name": "Walk", "habit_entries": [{"times": 3}, {"times": 2}]}
    assert (found.data, found.count) == ([{"name": "Read", "habit_entries": []}, walk], 2)
    some = table.select("name, habit_entries(times)").or_("times.eq.1,times.eq.3", reference_table="habit_entries")
    assert sorted(one["times"] for row in some.execute().data for one in row["habit_entries"]) == [1, 3]
    inner = table.select("name, habit_entries!inner(times)", count=CountMethod.exact)
    found = inner.gt("habit_entries.times", 2).execute()
    assert (found.data, found.count) == ([{"name": "Walk", "habit_entries": [{"times": 3}]}], 1)


def test_another_persons_rows_are_never_embedded(backend, person, habits):
    other = Person(backend)
    assert other.client.table("habits").select("*, habit_entries(*)").execute().data == []
    own = other.add("habits", name="Own", cadence="daily")
    # Written by the operator, so that a row of one person refers to one of another.
    admin = backend.client(backend.service)
    admin.table("habit_entries").insert({"owner": other.id, "habit": habits["id"], "day": "2026-01-01"}).execute()
    admin.table("habit_entries").insert({"owner": person.id, "habit": own["id"], "day": "2026-01-01"}).execute()
    found = other.client.table("habit_entries").select("day, habits(name)").execute().data
    assert found == [{"day": "2026-01-01", "habits": None}]
    found = other.client.table("habits").select("name, habit_entries(day)").execute().data
    assert found == [{"name": "Own", "habit_entries": []}]
    assert other.client.table("habits").select("name, habit_entries!inner(day)").execute().data == []
    found = admin.table("habits").select("habit_entries(id)").eq("id", habits["id"]).single().execute().data
    assert len(found["habit_entries"]) == 4


def test_reads_parts_of_json_and_casts(person):
    person.add("settings", name="theme", value={"dark": {"on": True, "hues": ["red", "blue"]}}, clock="1")
    table = person.client.table("settings")
    found = table.select("value->dark->on, value->dark->hues->>0, first:value->dark->hues->0, edited_at::date").execute()
    (row,) = found.data
    assert (row["on"], row["hues"], row["first"], len(row["edited_at"])) == (True, "red", "red", 10)
    person.add("habits", name="Walk", cadence="daily", times=3)
    row = person.client.table("habits").select("times::text, is_archived::int").execute().data[0]
    assert row == {"times": "3", "is_archived": 0}


def test_finds_by_any_or_all_of_a_list(titles):
    assert titles(lambda q: q.ilike_any_of("title", "AL%,b%")) == sorted(["alpha", "Beta"])
    assert titles(lambda q: q.like_all_of("title", "%a%,%m%")) == ["gamma"]
    assert titles(lambda q: q.filter("title", "eq(any)", '{alpha,"gamma"}')) == ["alpha", "gamma"]


@pytest.mark.parametrize(
    ("table", "columns", "code"),
    [
        ("habits", "*, todos(*)", "PGRST200"),
        ("habits", "*, nothing(*)", "PGRST200"),
        ("habits", "*, habit_entries!wrong(*)", "PGRST200"),
        ("habits", "*, habit_entries(nothing)", "42703"),
        ("habits", "name->>a", "42883"),
        ("habits", "name::int", "PGRST100"),
        ("habits", "habit_entries(habits(habit_entries(habits(habit_entries(id)))))", "PGRST100"),
    ],
)
def test_says_what_cannot_be_embedded(person, table, columns, code):
    with pytest.raises(APIError) as refusal:
        person.client.table(table).select(columns).execute()
    assert refusal.value.code == code
    with pytest.raises(APIError) as refusal:
        person.client.table("habits").select("*").eq("habit_entries.times", 1).execute()
    assert refusal.value.code == "PGRST108"
