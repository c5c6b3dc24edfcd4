"""Rows of two people, as the official client and devices see them."""

import httpx
from serving import Person, ask, connect, identifier
from test_sync import Device

SHARED = ["profiles", "connection_requests", "connections", "messages", "candidates"]


def told(device) -> dict:
    """The changes of a pull: the row by identifier, None for a deletion."""
    return {change["id"]: change.get("row") for change in device.pull()["changes"]}


def test_a_profile_comes_with_the_connection_and_goes_with_its_end(backend):
    anna, ben, cleo = (Person(backend) for _ in range(3))
    hers, his = anna.add("profiles", name="Anna", role="sponsee"), ben.add("profiles", name="Ben", role="sponsor")
    phones = [Device(person, *SHARED) for person in (anna, ben, cleo)]
    request, connection = connect(backend, anna, ben)
    seen = [told(phone) for phone in phones]
    assert seen[0][his["id"]]["name"] == "Ben" and seen[1][hers["id"]]["name"] == "Anna"
    assert {request["id"], connection["id"]} <= set(seen[0]) & set(seen[1])
    assert seen[2] == {}
    assert [told(phone) for phone in phones] == [{}, {}, {}], "nothing comes twice"
    ended = {"status": "ended", "ended_by": anna.id}
    anna.client.table("connections").update(ended).eq("id", connection["id"]).execute()
    seen = [told(phone) for phone in phones]
    assert seen[0][his["id"]] is None and seen[1][hers["id"]] is None
    assert seen[0][connection["id"]]["status"] == seen[1][connection["id"]]["status"] == "ended"
    assert seen[2] == {}
    [refused] = phones[0].push(message(connection, anna, ben, "After the end"))
    assert (refused["outcome"], refused["code"]) == ("refused", "42501")


def message(connection, sender, recipient, body) -> dict:
    fields = {"connection": connection["id"], "sender": sender.id, "recipient": recipient.id, "body": body}
    return {
        "op_id": identifier(), "collection": "messages", "id": identifier(), "kind": "insert", "base": None,
        "fields": fields, "edited_at": "2026-11-21T10:00:00Z",
    }  # fmt: skip


def test_who_is_blocked_cannot_tell_and_who_blocks_is_told_nothing_new(backend):
    anna, ben = (Person(backend) for _ in range(2))
    _, connection = connect(backend, anna, ben)
    phone, tablet = Device(anna, *SHARED), Device(ben, *SHARED)
    first = message(connection, anna, ben, "Hello")
    before = phone.push(first)[0]
    told(phone)
    assert told(tablet)[first["id"]]["body"] == "Hello"
    block = ben.add("blocks", blocked=anna.id)
    assert told(phone) == {}, "the blocked person's device hears nothing"
    second = message(connection, anna, ben, "Are you there?")
    after = phone.push(second)[0]
    assert {key: type(value) for key, value in after.items()} == {key: type(value) for key, value in before.items()}
    assert after["outcome"] == "applied"
    assert set(told(phone)) == {second["id"]}
    withdrawn = told(tablet)
    assert withdrawn[first["id"]] is None and second["id"] not in withdrawn
    counted = ben.client.table("messages").select("id", count="exact").execute()
    assert counted.count == 0 and counted.data == []
    ben.client.table("blocks").delete().eq("id", block["id"]).execute()
    assert told(phone) == {}
    assert {first["id"], second["id"]} <= set(told(tablet))


def test_the_card_of_a_blocker_is_found_as_little_as_that_of_anybody(backend):
    anna, ben, cleo = (Person(backend) for _ in range(3))
    phone, own = Device(anna, *SHARED), Device(ben, *SHARED)
    for person in (ben, cleo):
        person.add("candidates", name="P.", role="sponsor", is_visible=True)
    ben.add("blocks", blocked=anna.id)
    assert told(phone) == {}
    for person in (ben, cleo):
        cards = anna.client.table("candidates").select("*", count="exact").eq("person", person.id).execute()
        assert (cards.data, cards.count) == ([], 0)
        changed = anna.client.table("candidates").update({"bio": "x"}).eq("person", person.id).execute()
        assert changed.data == []
    assert len(told(own)) == len(ben.rows("candidates")) == 1


def test_a_request_is_made_by_the_function_alone(backend):
    """The gates of a request are known to the function, so no other way makes one."""
    anna, ben = (Person(backend) for _ in range(2))
    for status in ("pending", "accepted"):
        values = {"recipient": ben.id, "asks_for": "sponsor", "status": status}
        for prefer in ("return=minimal", "return=representation", "resolution=merge-duplicates"):
            answer = httpx.post(
                f"{backend.address}/rest/v1/connection_requests", headers=anna.headers | {"Prefer": prefer}, json=values
            )
            assert (answer.status_code, answer.json()["code"]) == (403, "42501")
    phone = Device(anna, *SHARED)
    row = {"owner": anna.id, "sender": anna.id, "recipient": ben.id, "asks_for": "sponsor", "status": "pending"}
    pushed = message({"id": identifier()}, anna, ben, "") | {"collection": "connection_requests", "fields": row}
    [refused] = phone.push(pushed)
    assert (refused["outcome"], refused["code"]) == ("refused", "42501")
    assert told(phone) == {} and anna.rows("connection_requests") == ben.rows("connection_requests") == []


def test_a_connection_is_made_by_the_function_alone(backend):
    """Blocks of the other person and the room of a sponsor are known to the function, so no other way connects two people."""
    anna, ben = (Person(backend) for _ in range(2))
    request = ask(backend, anna, ben)
    anna.add("blocks", blocked=ben.id)
    service = backend.client(backend.service)

    def post(path: str, method: str, values: dict) -> tuple[int, str]:
        answer = httpx.request(method, f"{backend.address}/rest/v1/{path}", headers=ben.headers, json=values)
        return answer.status_code, answer.json()["code"]

    accepted = {"status": "accepted"}
    assert post(f"connection_requests?id=eq.{request['id']}", "PATCH", accepted) == (403, "42501")
    service.table("connection_requests").update(accepted).eq("id", request["id"]).execute()
    values = {"id": request["id"], "request": request["id"], "sponsor": ben.id, "sponsee": anna.id}
    assert post("connections", "POST", values) == (403, "42501")
    assert ben.rows("connections") == anna.rows("connections") == []


def test_a_card_with_a_date_to_come_or_a_name_that_turns_the_screen_around_is_refused_in_words(backend):
    anna = Person(backend)
    for values, words in (
        ({"name": "Anna", "role": "sponsee", "sober_since": "2999-01-01"}, "A sober date cannot be in the future."),
        ({"name": "An\u202ena", "role": "sponsee"}, "A name cannot have characters that cannot be shown."),
        ({"name": "An\u0007na", "role": "sponsee"}, "A name cannot have characters that cannot be shown."),
    ):
        for table in ("candidates", "profiles"):
            answer = httpx.post(f"{backend.address}/rest/v1/{table}", headers=anna.headers, json=values)
            assert (answer.status_code, answer.json()["message"]) == (400, words)
