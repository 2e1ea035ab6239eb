"""What happens at tables beside answers: who wants quiet, who leaves and comes back, votes, seats and places lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.bot.almanac import Habits
from tests.bot.people import Person, Reply
from tests.bot.posts import Control, Post, post
from tests.bot.tables import tool
from tests.bot.vigil import Table
from tests.bot.wishes import by_id

if TYPE_CHECKING:
    from tests.bot.weeks import Walk

AGREE = 0.8
"""How likely each is to agree."""


class Incidents:
    """See the module. Each method is one incident at random; where the bot says no, nothing happens."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.rng = walk.rng
        self.gone: set[str] = set()
        """Who has left the server."""
        self.spare: list[str] = []
        """Who has no seat yet."""

    # -- whom and where ------------------------------------------------------------------------------------------------

    def table(self, *statuses: str) -> Table | None:
        """Some table in a channel that is still there."""
        wanted, there = statuses or ("playing",), self.walk.world.backend.channels
        tables = self.walk.vigil.tables.values()
        found = [table for table in tables if table.status in wanted and table.where.id in there]
        return self.rng.choice(found) if found else None

    def seated(self, table: Table) -> Person | None:
        names = sorted(set(table.seats.values()) - self.gone)
        return self.walk.world.people[self.rng.choice(names)] if names else None

    def board(self, table: Table) -> Post | None:
        found = [one for one in self.walk.messages(table.where.id) if any("view" in str(c) for c in one.components)]
        return post(self.walk.world.backend, found[-1]) if found else None

    def done(self, what: str, words: str) -> None:
        self.walk.done[what] += 1
        self.walk.tell(words)

    # -- quiet ---------------------------------------------------------------------------------------------------------

    async def mute(self) -> None:
        """Somebody wants to hear no more of a turn, or of a game; or all again."""
        table = self.table()
        person = self.seated(table) if table is not None else None
        if table is None or person is None:
            return
        letters = [m for m in self.walk.messages(person.dm.id) if any(table.match in str(c) for c in m.components)]
        buttons = {"quiet_turn": "turn", "quiet_game": "game", "loud": ""}
        for message in reversed(letters):
            shown = post(self.walk.world.backend, message)
            offered = [name for name in buttons if any(map(tool(name), shown.controls))]
            if not offered:
                continue
            name = self.rng.choice(offered)
            await person.click(shown, tool(name))
            self.walk.vigil.mute(person.name, table.match, buttons[name])
            self.done("mute", f"{person} presses {name} of {table.name}")
            return

    # -- away and back -------------------------------------------------------------------------------------------------

    async def resign(self) -> None:
        """Somebody hands their seat to the stand-in, or takes it back."""
        table = self.table("playing", "asleep")
        if table is None:
            return
        names = sorted(table.ever & set(table.owners.values()) - self.gone)
        if not names or (len(table.seats) < len(table.owners) and self.rng.random() < 0.3):
            return
        person = self.walk.world.people[self.rng.choice(names)]
        if person.name in table.seats.values() and len(table.seats) < 2:
            return
        reply = await person.slash("resign", table.where)
        shown = next((one for one in reply.posts if any(map(either(tool("resign"), tool("back")), one.controls))), None)
        if shown is None:
            return
        back = any(map(tool("back"), shown.controls))
        self.walk.vigil.stir(table.match, person.name)
        await person.click(shown, tool("back") if back else tool("resign"))
        self.done("back" if back else "resign", f"{person} {'is back' if back else 'resigns'} at {table.name}")

    async def leave(self) -> None:
        """Somebody leaves the server; or who has left comes back, and takes their seats again."""
        world = self.walk.world
        if self.gone:
            person = world.people[self.rng.choice(sorted(self.gone))]
            self.gone.discard(person.name)
            self.walk.vigil.returns(person.name)
            person.joins()
            self.done("home", f"{person} is in the server again")
            self.walk.look()
            for table in self.walk.vigil.tables.values():
                kept = person.name in table.owners.values() and person.name not in table.seats.values()
                here = table.where.id in world.backend.channels
                if kept and here and table.status in {"playing", "asleep"}:
                    self.walk.vigil.stir(table.match, person.name)
                    await person.slash("join", table.where)
                    self.walk.tell(f"{person} joins {table.name} again")
                    self.walk.look()
            return
        person = self.walk.somebody()
        if sum(person.name in table.seats.values() for table in self.walk.vigil.tables.values()) > 1:
            person.leaves()
            self.gone.add(person.name)
            self.walk.vigil.leaves(person.name)
            self.done("leave", f"{person} leaves the server")

    # -- seats ---------------------------------------------------------------------------------------------------------

    async def replace(self) -> None:
        """Somebody offers their seat, or a host another's; now and then somebody without one takes it."""
        table = self.table()
        person = self.seated(table) if table is not None else None
        if table is None or person is None or not self.spare:
            return
        whose: dict[str, Any] = (
            {} if self.rng.random() < 0.5 else {"player": str(self.rng.choice(sorted(table.owners)))}
        )
        self.walk.vigil.stir(table.match, person.name)
        reply = await person.slash("replace", table.where, **whose)
        self.done("offer", f"{person} offers a seat at {table.name} {whose}")
        self.walk.look()
        choice = self.press_of(reply, "offer", "standin")
        if choice is not None:
            shown, control = choice
            self.walk.vigil.stir(table.match, person.name)
            await person.click(shown, by_id(control))
            self.done("moved", f"{person} presses {control.label} at {table.name}")
            self.walk.look()
            await self.vote(table, person)
        await self.claim(table)

    async def claim(self, table: Table) -> None:
        cards = [one for one in self.walk.messages(table.where.id) if any(":t:claim" in str(c) for c in one.components)]
        if not cards or not self.spare or self.rng.random() < 0.3:
            return
        shown = post(self.walk.world.backend, cards[-1])
        control = next(c for c in shown.controls if ":t:claim" in c.custom_id)
        person = self.walk.world.user(self.spare.pop(0))
        self.walk.vigil.settle_on(person.name, Habits())
        self.walk.vigil.stir(table.match, person.name)
        self.walk.vigil.hands_over(table.match)
        await person.click(shown, by_id(control))
        self.done("claim", f"{person} takes a seat at {table.name}")

    # -- votes ---------------------------------------------------------------------------------------------------------

    async def end(self) -> None:
        """Somebody would end a game early; mostly the others say no."""
        table = self.table()
        person = self.seated(table) if table is not None else None
        if table is None or person is None:
            return
        reply = await person.slash("end", table.where)
        wish = self.press_of(reply, "wish")
        if wish is None:
            return
        shown, control = wish
        sure = self.press_of(await person.click(shown, by_id(control)), "move")
        if sure is None:
            return
        self.walk.vigil.stir(table.match, person.name)
        await person.click(sure[0], by_id(sure[1]))
        self.done("motion", f"{person} would: {control.label}, at {table.name}")
        self.walk.look()
        await self.vote(table, person, agree=0.4)

    async def rewind(self, table: Table, person: Person, reply: Reply) -> None:
        """What can't be taken back alone, the others are asked for."""
        for shown in reply.posts:
            for control in shown.controls:
                if ":t:rewind" in control.custom_id:
                    asked = await person.click(shown, by_id(control))
                elif any(":t:rewind" in str(option.value) for option in control.options):
                    value = str(self.rng.choice(control.options).value)
                    asked = await person.select(shown, value, menu=by_id(control))
                else:
                    continue
                self.walk.vigil.stir(table.match, person.name)
                await person.modal(asked, {field.custom_id: "a slip" for field in asked.modal.fields})
                self.done("undo moved", f"{person} asks to take something back at {table.name}")
                self.walk.look()
                await self.vote(table, person)
                return

    async def vote(self, table: Table, mover: Person, agree: float = AGREE) -> None:
        """The others press on the card what they think; some don't."""
        others = sorted(set(table.seats.values()) - {mover.name} - self.gone)
        self.rng.shuffle(others)
        for name in others:
            cards = [
                one for one in self.walk.messages(table.where.id) if any(":t:agree" in str(c) for c in one.components)
            ]
            if not cards or self.rng.random() < 0.15:
                return
            person, yes = self.walk.world.people[name], self.rng.random() < agree
            self.walk.vigil.stir(table.match, person.name, mover.name)
            if not yes:
                self.walk.vigil.says_no(table.match, mover.name)
            await person.click(post(self.walk.world.backend, cards[-1]), tool("agree" if yes else "refuse"))
            table.rewound = table.rewound or yes
            self.done("agree" if yes else "refuse", f"{person} says {'yes' if yes else 'no'} at {table.name}")
            self.walk.look()

    def press_of(self, reply: Reply, *names: str) -> tuple[Post, Control] | None:
        """A button of one of these tools."""
        found = [
            (shown, control)
            for shown in reply.posts
            for control in shown.controls
            if any(tool(name)(control) for name in names)
        ]
        return self.rng.choice(found) if found else None

    # -- places --------------------------------------------------------------------------------------------------------

    async def lose_place(self) -> None:
        """A moderator deletes the channel of a game; or a game that sleeps is woken somewhere else."""
        sleeping = next((table for table in self.walk.vigil.tables.values() if table.status == "asleep"), None)
        if sleeping is not None:
            person = self.seated(sleeping)
            if person is None:
                return
            channel = self.walk.world.create_channel(f"{sleeping.name}-again")
            await self.walk.world.settle()
            self.walk.vigil.stir(sleeping.match, person.name)
            sleeping.where = channel
            await person.slash("wake", channel, game=sleeping.match)
            self.done("wake", f"{person} wakes {sleeping.name}")
            return
        table = self.table()
        if table is not None:
            self.walk.vigil.stir(table.match)
            await self.walk.world.delete_channel(table.where)
            self.done("deleted", f"the channel of {table.name} is deleted")

    # -- ahead ---------------------------------------------------------------------------------------------------------

    async def ahead(self) -> None:
        """Somebody answers before the question, or takes that back."""
        table = self.table()
        person = self.seated(table) if table is not None else None
        if table is None or person is None:
            return
        reply = await person.slash("ahead", table.where)
        choices = [(shown, c) for shown in reply.posts for c in shown.controls if not c.disabled]
        if not choices:
            return
        shown, control = self.rng.choice(choices)
        if control.kind == "button":
            await person.click(shown, by_id(control))
        else:
            value = str(self.rng.choice(control.options).value)
            await person.select(shown, value, menu=by_id(control))
        self.done("ahead", f"{person} answers ahead at {table.name}: {control.label}")


def either(*tests: Callable[[Control], bool]) -> Callable[[Control], bool]:
    return lambda control: any(test(control) for test in tests)
