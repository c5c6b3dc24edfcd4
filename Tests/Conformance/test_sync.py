"""Pushes and pulls of devices, by `rpc`."""

from serving import Person, identifier


class Device:
    def __init__(self, person: Person, *collections: str):
        self.person = person
        self.device = identifier()
        self.cursors = dict.fromkeys(collections)
        self.epoch = self.pull()["epoch"]

    def pull(self, limit: int = 1000) -> dict:
        answer = self.person.client.rpc(
            "sync_pull",
            {"device": self.device, "epoch": getattr(self, "epoch", ""), "cursors": self.cursors, "limit": limit},
        ).execute().data  # fmt: skip
        self.cursors = {name: answer["cursors"].get(name, cursor) for name, cursor in self.cursors.items()}
        return answer

    def push(self, *entries: dict) -> list[dict]:
        body = {"device": self.device, "epoch": self.epoch, "entries": list(entries)}
        return self.person.client.rpc("sync_push", body).execute().data["results"]


def entry(kind: str, collection: str, id: str, base=None, **fields) -> dict:
    return {
        "op_id": identifier(), "collection": collection, "id": id, "kind": kind, "base": base, "fields": fields,
        "edited_at": "2026-11-21T10:00:00Z",
    }  # fmt: skip


def test_what_one_device_pushes_another_pulls(backend):
    person = Person(backend)
    phone, tablet = Device(person, "todos"), Device(person, "todos")
    id = identifier()
    made = entry("insert", "todos", id, title="Post")
    [result] = phone.push(made)
    assert result["outcome"] == "applied" and result["op_id"] == made["op_id"]
    [again] = phone.push(made)
    assert (again["outcome"], again["rev"]) == ("already_applied", result["rev"])
    [change] = tablet.pull()["changes"]
    assert (change["id"], change["deleted"], change["row"]["title"]) == (id, False, "Post")
    [changed] = tablet.push(entry("update", "todos", id, base=change["rev"], status="done"))
    assert changed["outcome"] == "applied"
    [late] = phone.push(entry("update", "todos", id, base=result["rev"], title="Late"))
    assert late["outcome"] == "conflict" and late["server"]["status"] == "done"
    [gone] = phone.push(entry("delete", "todos", id, base=changed["rev"]))
    assert gone["outcome"] == "applied"
    assert tablet.pull()["changes"][-1]["deleted"] is True
    assert tablet.pull()["changes"] == []


def test_a_todos_own_time_of_creation_travels_and_another_table_has_the_servers(backend):
    person = Person(backend)
    phone, tablet = Device(person, "todos", "mood_entries"), Device(person, "todos", "mood_entries")
    own = "2001-02-03T04:05:06+00:00"
    results = phone.push(
        entry("insert", "todos", identifier(), title="Post", created_at=own),
        entry("insert", "mood_entries", identifier(), mood=5, felt_at="2026-11-21T10:00:00Z", created_at=own),
    )  # fmt: skip
    assert [one["outcome"] for one in results] == ["applied", "applied"]
    rows = {change["collection"]: change["row"] for change in tablet.pull()["changes"]}
    assert rows["todos"]["created_at"] == own
    assert rows["mood_entries"]["created_at"] > "2025"


def test_one_bad_entry_holds_up_only_its_own(backend):
    person = Person(backend)
    phone = Device(person, "todos")
    bad, good = identifier(), identifier()
    results = phone.push(
        entry("insert", "todos", bad, title=""), entry("update", "todos", bad, title="b"),
        entry("insert", "todos", good, title="good"),
    )  # fmt: skip
    assert [one["outcome"] for one in results] == ["refused", "blocked", "applied"]
    assert results[0]["code"] == "23514" and results[0]["reason"]


def test_pulls_in_pages(backend):
    person = Person(backend)
    phone, tablet = Device(person, "todos", "mood_entries"), Device(person, "todos")
    phone.push(*(entry("insert", "todos", identifier(), title=str(number)) for number in range(25)))
    phone.push(entry("insert", "mood_entries", identifier(), mood=5, felt_at="2026-11-21T10:00:00Z"))
    titles, more = [], True
    while more:
        page = tablet.pull(limit=10)
        assert len(page["changes"]) <= 10
        titles += [change["row"]["title"] for change in page["changes"]]
        more = page["more"]
    assert sorted(titles, key=int) == [str(number) for number in range(25)]


def test_another_person_pulls_and_pushes_nothing_of_it(backend):
    hers, his = Device(Person(backend), "todos"), Device(Person(backend), "todos")
    id = identifier()
    [made] = hers.push(entry("insert", "todos", id, title="hers"))
    assert his.pull()["changes"] == []
    for stolen in (
        entry("update", "todos", id, base=made["rev"], title="his"), entry("delete", "todos", id, base=made["rev"]),
        entry("insert", "todos", id, title="his"), entry("insert", "todos", identifier(), title="a", owner=hers.person.id),
    ):  # fmt: skip
        [result] = his.push(stolen)
        # A row that he cannot see does not exist for him, so deleting it succeeds.
        assert result["outcome"] in ("refused", "conflict") or stolen["kind"] == "delete", result
        assert "hers" not in str(result.get("server"))
    assert [row["title"] for row in hers.person.rows("todos")] == ["hers"]


def test_an_unknown_epoch_begins_anew_and_keeps_what_was_pushed(backend):
    person = Person(backend)
    phone = Device(person, "todos")
    phone.push(entry("insert", "todos", identifier(), title="kept"))
    phone.pull()
    phone.epoch = "another server"
    answer = phone.pull()
    assert answer["resync"] == ["todos"] or answer["changes"], answer
    assert answer["epoch"] != "another server"
