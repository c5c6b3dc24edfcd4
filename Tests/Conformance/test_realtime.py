"""Channels with the official asynchronous client."""

import asyncio
from contextlib import asynccontextmanager

import httpx
import pytest
from realtime import AsyncRealtimeClient, RealtimeSubscribeStates
from serving import Person, connect

WAIT = 20  # timeout for an expected message, in seconds


class Ear:
    """Queues the messages of a callback, in order."""

    def __init__(self):
        self.heard: asyncio.Queue = asyncio.Queue()

    def __call__(self, *payload):
        self.heard.put_nowait(payload[0] if len(payload) == 1 else payload)

    async def next(self):
        return await asyncio.wait_for(self.heard.get(), WAIT)

    @property
    def has_more(self) -> bool:
        return not self.heard.empty()


@asynccontextmanager
async def connected(backend, person: Person | None = None):
    socket = AsyncRealtimeClient(f"{backend.address}/realtime/v1", token=backend.anon)
    await socket.connect()
    await socket.set_auth(person.token if person else None)
    try:
        yield socket
    finally:
        await socket.close()


async def joined(channel, state=RealtimeSubscribeStates.SUBSCRIBED):
    states = Ear()
    await channel.subscribe(states)
    assert (await states.next())[0] == state
    return channel


async def listening(socket, topic: str, **binding):
    """Returns a channel once its subscription to changes is confirmed."""
    changes, system = Ear(), Ear()
    channel = socket.channel(topic)
    channel.on_postgres_changes(binding.pop("event", "*"), changes, **binding)
    channel.on_system(system)
    await joined(channel)
    told = await system.next()
    assert told.status == "ok" and told.extension == "postgres_changes"
    return channel, changes


def test_hears_what_changes(backend, anna):
    async def run():
        async with connected(backend, anna) as socket:
            _, changes = await listening(socket, "todos", table="todos", schema="public")
            row = anna.add("todos", title="ä")
            data = (await changes.next())["data"]
            assert (data["type"], data["record"]["title"]) == ("INSERT", "ä")
            assert {"name": "title", "type": "text"} in data["columns"]
            anna.client.table("todos").update({"status": "done"}).eq("id", row["id"]).execute()
            data = (await changes.next())["data"]
            assert (data["type"], data["record"]["status"], data["old_record"]) == ("UPDATE", "done", {"id": row["id"]})
            anna.client.table("todos").delete().eq("id", row["id"]).execute()
            data = (await changes.next())["data"]
            assert (data["type"], data["old_record"]) == ("DELETE", {"id": row["id"]})

    asyncio.run(run())


def test_hears_only_what_was_asked_for(backend, anna):
    async def run():
        async with connected(backend, anna) as socket:
            _, done = await listening(
                socket, "done", table="todos", schema="public", event="INSERT", filter="status=eq.done"
            )
            _, all_of_it = await listening(socket, "all", schema="public")
            anna.add("todos", title="open")
            anna.add("todos", title="done", status="done")
            anna.add("hydration_entries", millilitres=200)
            assert (await done.next())["data"]["record"]["title"] == "done"
            tables = [(await all_of_it.next())["data"]["table"] for _ in range(3)]
            assert tables == ["todos", "todos", "hydration_entries"]
            assert not done.has_more

    asyncio.run(run())


def test_never_hears_another_persons_rows(backend, anna, ben):
    async def run():
        async with connected(backend, ben) as his, connected(backend) as nobody, connected(backend, anna) as hers:
            ears = [(await listening(socket, "todos", schema="public"))[1] for socket in (his, nobody, hers)]
            row = anna.add("todos", title="hers")
            # Permission is checked on the row itself, so the row must exist until the change was delivered.
            assert (await ears[2].next())["data"]["type"] == "INSERT"
            anna.client.table("todos").delete().eq("id", row["id"]).execute()
            assert (await ears[2].next())["data"]["type"] == "DELETE"
            ben.add("todos", title="his")
            assert (await ears[0].next())["data"]["record"]["title"] == "his"
            assert not any(ear.has_more for ear in ears)

    asyncio.run(run())


def test_hears_messages_of_who_is_connected(backend, anna, ben, cleo):
    async def run():
        _, connection = connect(backend, anna, ben)
        async with connected(backend, ben) as his, connected(backend, cleo) as others:
            _, heard = await listening(his, "messages", table="messages", schema="public")
            _, unheard = await listening(others, "messages", table="messages", schema="public")
            _, todos = await listening(his, "todos", table="todos", schema="public")
            anna.add("messages", connection=connection["id"], recipient=ben.id, body="Hello")
            assert (await heard.next())["data"]["record"]["body"] == "Hello"
            ben.add("blocks", blocked=anna.id)
            # What he saw of her goes, for him alone.
            gone = (await heard.next())["data"]
            assert gone["type"] == "DELETE" and set(gone["old_record"]) == {"id"}
            anna.add("messages", connection=connection["id"], recipient=ben.id, body="Unheard")
            # Permission is checked at delivery, as by the hosted server, so the block stays until then.
            ben.add("todos", title="after it")
            await todos.next()
            ben.client.table("blocks").delete().eq("blocked", anna.id).execute()
            shown = [(await heard.next())["data"] for _ in range(2)]
            assert [one["type"] for one in shown] == ["INSERT", "INSERT"]
            assert {one["record"]["body"] for one in shown} == {"Hello", "Unheard"}
            anna.add("messages", connection=connection["id"], recipient=ben.id, body="Again")
            bodies = (await heard.next())["data"]["record"]["body"]
            assert bodies == "Again" and not unheard.has_more

    asyncio.run(run())


def test_broadcasts(backend, anna, ben):
    async def run():
        async with connected(backend, anna) as hers, connected(backend, ben) as his:
            one, two = Ear(), Ear()
            options = {"config": {"broadcast": {"ack": True, "self": True}, "presence": None, "private": False}}
            speaker = hers.channel("room", options).on_broadcast("shout", one)
            listener = his.channel("room").on_broadcast("shout", two)
            await joined(speaker)
            await joined(listener)
            await speaker.send_broadcast("shout", {"n": 1, "text": "ä"})
            assert (await one.next())["payload"] == (await two.next())["payload"] == {"n": 1, "text": "ä"}
            await listener.send_broadcast("shout", {"n": 2})
            assert (await one.next())["payload"] == {"n": 2}
            await his.channel("room").http_send("shout", {"n": 3})
            assert (await one.next())["payload"] == (await two.next())["payload"] == {"n": 3}
            assert not two.has_more, "a sender receives its own broadcast only on request"

    asyncio.run(run())


def test_tells_who_is_there(backend, anna, ben):
    async def run():
        async with connected(backend, anna) as hers, connected(backend, ben) as his:
            came, left, synced = Ear(), Ear(), Ear()
            mine = {"config": {"broadcast": None, "presence": {"key": "anna", "enabled": True}, "private": False}}
            yours = {"config": {"broadcast": None, "presence": {"key": "ben", "enabled": True}, "private": False}}
            first = hers.channel("lobby", mine).on_presence_join(came).on_presence_leave(left)
            await joined(first)
            await first.track({"mood": "fine"})
            assert (await came.next())[0] == "anna"
            second = his.channel("lobby", yours).on_presence_sync(synced)
            await joined(second)
            await synced.next()
            assert second.presence_state()["anna"][0]["mood"] == "fine"
            await second.track({})
            assert (await came.next())[0] == "ben"
            await second.untrack()
            assert (await left.next())[0] == "ben"

    asyncio.run(run())


def test_keeps_private_channels_private(backend, anna, ben):
    async def run():
        private = {"config": {"broadcast": None, "presence": None, "private": True}}
        async with connected(backend, anna) as hers, connected(backend, ben) as his, connected(backend) as nobody:
            await joined(hers.channel(f"user:{anna.id}", private))
            for socket in (his, nobody):
                states = Ear()
                channel = socket.channel(f"user:{anna.id}", private)
                await channel.subscribe(states)
                assert (await states.next())[0] == RealtimeSubscribeStates.CHANNEL_ERROR
                await channel.unsubscribe()

    asyncio.run(run())


def test_goes_on_with_a_new_token_and_leaves(backend):
    async def run():
        person = Person(backend)
        async with connected(backend, person) as socket:
            channel, changes = await listening(socket, "todos", table="todos", schema="public")
            _, witness = await listening(socket, "witness", table="todos", schema="public")
            session = person.client.auth.refresh_session().session
            await socket.set_auth(session.access_token)
            person.add("todos", title="after")
            assert (await changes.next())["data"]["record"]["title"] == "after"
            await channel.unsubscribe()
            person.add("todos", title="unheard")
            # A change that was delivered already is not sent to later subscribers.
            assert [(await witness.next())["data"]["record"]["title"] for _ in range(2)] == ["after", "unheard"]
            _, again = await listening(socket, "again", table="todos", schema="public")
            person.add("todos", title="heard")
            assert (await again.next())["data"]["record"]["title"] == "heard"
            assert not changes.has_more

    asyncio.run(run())


def test_the_door(backend):
    url = f"{backend.address}/realtime/v1/websocket"
    upgrade = {
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }  # fmt: skip
    for query, status in (("", 401), ("?apikey=rubbish", 403), (f"?apikey={backend.anon}&vsn=9.9.9", 400)):
        answer = httpx.get(url + query, headers=upgrade)
        assert answer.status_code == status, query
        assert answer.json()["error"]


@pytest.mark.parametrize("binding", [{"table": "nothing"}, {"table": "todos", "filter": "nothing=eq.1"}])
def test_says_what_it_cannot_listen_to(backend, anna, binding):
    async def run():
        async with connected(backend, anna) as socket:
            states = Ear()
            channel = socket.channel("wrong")
            channel.on_postgres_changes("*", Ear(), schema="public", **binding)
            await channel.subscribe(states)
            heard = [(await states.next())[0] for _ in range(2)]
            assert heard == [RealtimeSubscribeStates.SUBSCRIBED, RealtimeSubscribeStates.CHANNEL_ERROR]
            await channel.unsubscribe()

    asyncio.run(run())
