/** Administrators' lists: draws, participants, exports, winners and candidates. */
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import type { Actor } from "#features/access/server/actor.ts";
import { listPublicNames } from "#features/accounts/server/profile/profile.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { formatTicketNumber } from "#shared/ids.ts";
import { DAY, drawnDraw, type FilledDraw, filledDraw, voidTickets } from "../draws.fixture.ts";
import { listCandidates } from "../winners/list-candidates.ts";
import { listWinners } from "../winners/list-winners.ts";
import { replaceWinner } from "../winners/replace-winner.ts";
import { exportParticipants } from "./export-participants.ts";
import { findManagedDraw, listManagedDraws } from "./list-managed-draws.ts";
import { listParticipants, listParticipantTickets } from "./list-participants.ts";

const COMMAND = { kind: "command" } as const;
const EVERYBODY = { q: "", sort: "tickets", descending: true, page: 1 } as const;
const REFUSED = { ok: false, error: "forbidden" };
let ctx: TestCtx;
let player: Actor;
/** Orders of three tickets at most, so that all players take part. */
let running: FilledDraw;
let drawn: FilledDraw;
beforeAll(async () => {
  ctx = await testCtx();
  player = { kind: "admin", id: (await makeUser(ctx)).id };
  running = await filledDraw(ctx, { title: "Étoile: Noire!", sold: 150, players: 40, ended: -5 });
  drawn = await drawnDraw(ctx, { sold: 150, players: 40 });
});
afterAll(() => ctx.close());

const numbersOf = async (lotteryId: string) =>
  (
    await ctx.db
      .selectFrom("tickets")
      .select(["ticket_number", "user_id"])
      .where("lottery_id", "=", lotteryId)
      .where("void_at", "is", null)
      .orderBy("ticket_number")
      .execute()
  ).map((row) => ({ number: row.ticket_number, owner: row.user_id }));

describe("all draws", () => {
  it("are listed newest first, including drafts, with their state", async () => {
    const draft = await makeLottery(ctx, { status: "draft", created_at: new Date(ctx.now().getTime() + DAY) });
    const result = await listManagedDraws(ctx, COMMAND, { sort: "newest", descending: true, page: 1 });
    if (!result.ok) throw new Error(result.error);
    const { draws, total } = result.value;
    expect(total).toBe(3);
    expect(draws.map(({ id, state }) => [id, state.name])).toEqual([
      [draft, "draft"],
      [drawn.id, "drawn"],
      [running.id, "open"],
    ]);
    expect(draws[2]).toMatchObject({
      entries: { total: 156, free: 6 },
      players: 40,
      isBeforeDue: true,
      isRequested: false,
      winner: undefined,
    });
    expect(draws[1]?.winner?.person.email).toContain("@");
    const byPrice = await listManagedDraws(ctx, COMMAND, { sort: "end", descending: false, page: 1 });
    expect(byPrice.ok && byPrice.value.draws[0]?.id).toBe(drawn.id);
    expect(await listManagedDraws(ctx, player, { sort: "newest", descending: true, page: 1 })).toEqual(REFUSED);
  });

  it("show only the winner's public name without the right to see players", async () => {
    const seller = (await makeUser(ctx)).id;
    await ctx.db.insertInto("admin_user").values({ id: seller, role: "marketing" }).execute();
    const fullDraw = await findManagedDraw(ctx, COMMAND, drawn.id);
    const shown = await findManagedDraw(ctx, { kind: "admin", id: seller }, drawn.id);
    if (!fullDraw.ok || !shown.ok || !fullDraw.value.winner) throw new Error("not found");
    const { person, ticketNumber } = fullDraw.value.winner;
    const names = await listPublicNames(ctx, [person.id]);
    expect(shown.value.winner).toEqual({
      ticketNumber,
      person: { id: "", firstName: names.get(person.id), lastName: "", email: undefined, phone: undefined },
    });
    expect(names.get(person.id)).not.toContain(person.lastName);
    await ctx.db.deleteFrom("admin_user").where("id", "=", seller).execute();
  });

  it("are read one by one", async () => {
    expect(await findManagedDraw(ctx, player, running.id)).toEqual(REFUSED);
    expect(await findManagedDraw(ctx, COMMAND, "nonsense")).toEqual({ ok: false, error: "not_found" });
    const found = await findManagedDraw(ctx, COMMAND, running.id);
    expect(found.ok && found.value.entries.total).toBe(156);
  });
});

describe("participants", () => {
  const list = async (change: Partial<Parameters<typeof listParticipants>[2]> = {}) => {
    const result = await listParticipants(ctx, COMMAND, { ...EVERYBODY, lotteryId: running.id, ...change });
    if (!result.ok) throw new Error(result.error);
    return result.value;
  };

  it("are counted with their valid tickets, most first, page by page", async () => {
    expect(await listParticipants(ctx, player, { ...EVERYBODY, lotteryId: running.id })).toEqual(REFUSED);
    const first = await list();
    expect(first.found).toBeUndefined();
    expect(first.participants).toHaveLength(25);
    const all = [...first.participants, ...(await list({ page: 2 })).participants];
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(running.playerIds));
    expect(all.map(({ tickets }) => tickets)).toEqual(all.map(({ tickets }) => tickets).toSorted((a, b) => b - a));
    expect(all.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(156);
    expect(first.most).toBe(all[0]?.tickets);
    const back = [
      ...(await list({ descending: false })).participants,
      ...(await list({ descending: false, page: 2 })).participants,
    ];
    expect(back.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed());
  });

  it("are found by name, address and telephone, and sorted by name", async () => {
    const [zoe = "", ada = ""] = running.playerIds;
    await ctx.db
      .updateTable("users")
      .set({ first_name: "Zoé", last_name: "D_Arc", phone: "07000 1%1" })
      .where("id", "=", zoe)
      .execute();
    await ctx.db.updateTable("users").set({ first_name: "Ada", last_name: "O'Neil" }).where("id", "=", ada).execute();
    const ids = async (q: string) => (await list({ q })).participants.map(({ id }) => id);
    for (const q of ["ZOÉ", "zoé d_", "1%1", `PLAYER-${zoe.toUpperCase()}`]) expect(await ids(q)).toEqual([zoe]);
    expect(await ids("o'neil")).toEqual([ada]);
    expect(await list({ q: "nobody" })).toMatchObject({ found: 0, participants: [] });
    expect(await list({ q: "player-", page: 9 })).toMatchObject({ found: 40, participants: [] });
    const second = await list({ q: "player-", page: 2 });
    expect(second.participants.map(({ id }) => id)).toEqual((await list({ page: 2 })).participants.map(({ id }) => id));
    const byName = await list({ sort: "name", descending: false });
    expect(byName.participants[0]?.id).toBe(ada);
    expect((await list({ sort: "name" })).participants[0]?.id).toBe(zoe);
  });

  it("are shown with their tickets, and lose voided ones", async () => {
    const [owner = ""] = running.playerIds.slice(2);
    const numbers = (await numbersOf(running.id)).filter((ticket) => ticket.owner === owner).map(({ number }) => number);
    const listTickets = (after: number, actor: Actor = COMMAND) =>
      listParticipantTickets(ctx, actor, { lotteryId: running.id, userId: owner, after });
    const held = await listTickets(0);
    expect(held.ok && held.value.tickets.map(({ ticketNumber }) => ticketNumber)).toEqual(numbers);
    expect(held.ok && held.value.next).toBeUndefined();
    const bought = await ctx.db
      .selectFrom("tickets")
      .select("purchase_date")
      .where("lottery_id", "=", running.id)
      .where("user_id", "=", owner)
      .orderBy("ticket_number")
      .execute();
    expect(held.ok && held.value.tickets.map(({ purchasedAt }) => purchasedAt)).toEqual(
      bought.map((ticket) => ticket.purchase_date),
    );
    expect(await listTickets(0, player)).toEqual(REFUSED);

    const lost = numbers[0] ?? 0;
    await voidTickets(ctx, running.id, [lost]);
    const one = await list({ q: owner });
    expect(one.participants.map(({ tickets }) => tickets)).toEqual(numbers.length > 1 ? [numbers.length - 1] : []);
    const left = await listTickets(0);
    expect(left.ok && left.value.tickets.map(({ ticketNumber }) => ticketNumber)).toEqual(numbers.slice(1));
    const broken = await findBrokenInvariants(ctx);
    expect(broken.filter(({ id }) => id === "participants-are-holders")).toEqual([]);
  });
});

describe("the file of participants", () => {
  it("has a line for each valid ticket in the order of purchase, without formulas, and is in the audit log", async () => {
    const [cheat = ""] = running.playerIds.slice(3);
    const names = { first_name: '=HYPERLINK("http://evil.example","x")', last_name: 'Smith, "Bob"\r\nJr' };
    await ctx.db
      .updateTable("users")
      .set({ ...names, phone: "+33612345678" })
      .where("id", "=", cheat)
      .execute();
    const file = await exportParticipants(ctx, COMMAND, running.id);
    if (!file.ok) throw new Error(file.error);
    expect(file.value.name).toBe(`etoile-noire-participants-${londonDate(ctx.now())}.csv`);
    let text = "";
    for await (const piece of file.value.pieces) text += piece;
    expect(text.startsWith("First Name,Last Name,Email,Phone,Ticket Number,Purchase Date\r\n")).toBe(true);

    const rows = parse<Record<string, string>>(text, { columns: true, record_delimiter: "\r\n" });
    const { short_number } = await ctx.db
      .selectFrom("lotteries")
      .select("short_number")
      .where("id", "=", running.id)
      .executeTakeFirstOrThrow();
    const numbers = (await numbersOf(running.id)).map(({ number }) => formatTicketNumber(short_number, number));
    expect(rows.map((row) => row["Ticket Number"])).toEqual(numbers);
    const dates = rows.map((row) => row["Purchase Date"] ?? "");
    expect(dates).toEqual(dates.toSorted());
    expect(dates[0]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    const own = rows.find((row) => row.Email?.includes(cheat));
    expect(own).toMatchObject({
      "First Name": `'${names.first_name}`,
      "Last Name": names.last_name,
      Phone: "'+33 6 12 34 56 78",
    });
    const log = await ctx.db.selectFrom("audit_log").selectAll().where("action", "=", "participants.export").execute();
    expect(log).toMatchObject([{ subject_id: running.id }]);
  });

  it("is for administrators and existing draws only", async () => {
    expect(await exportParticipants(ctx, player, running.id)).toEqual(REFUSED);
    expect(await exportParticipants(ctx, COMMAND, "nonsense")).toEqual({ ok: false, error: "not_found" });
  });
});

describe("winners", () => {
  it("are listed with their completed draw, contact details and previous winners", async () => {
    expect(await listWinners(ctx, player, { page: 1 })).toEqual(REFUSED);
    const before = await listWinners(ctx, COMMAND, { page: 1 });
    const won = before.ok ? before.value.draws[0]?.prizes[0]?.won : undefined;
    expect(before.ok && before.value.draws.map(({ id }) => id)).toEqual([drawn.id]);
    expect(won).toMatchObject({ changes: [], prize: { contacted: undefined } });
    expect(won?.person.email).toBe(`player-${won?.person.id}@concours.test`);
    const owner = (await numbersOf(drawn.id)).find(({ number }) => number === won?.ticketNumber)?.owner;
    expect(owner).toBe(won?.person.id);

    const reason = { code: "declined", text: "Could not be reached." } as const;
    const replaced = await replaceWinner(ctx, COMMAND, { lotteryId: drawn.id, reason });
    const other = (await numbersOf(drawn.id)).find(({ number }) => replaced.ok && number === replaced.value.ticketNumber);
    const after = await listWinners(ctx, COMMAND, { page: 1 });
    const next = after.ok ? after.value.draws[0]?.prizes[0]?.won : undefined;
    expect(next?.changes).toMatchObject([{ toTicket: other?.number, reason }]);
    expect(next).toMatchObject({ ticketNumber: other?.number, person: { id: other?.owner } });
  });

  it("can be reserves first, then other holders; others are listed without a ticket", async () => {
    expect(await listCandidates(ctx, player, { lotteryId: drawn.id, q: "" })).toEqual(REFUSED);
    expect(await listCandidates(ctx, COMMAND, { lotteryId: running.id, q: "" })).toEqual({ ok: false, error: "not_drawn" });
    const found = async (q: string) => {
      const result = await listCandidates(ctx, COMMAND, { lotteryId: drawn.id, q });
      if (!result.ok) throw new Error(result.error);
      return result.value;
    };
    const people = await found("");
    expect(people).toHaveLength(20);
    expect(new Set(people.map(({ id }) => id)).size).toBe(20);
    const picks = await ctx.db.selectFrom("draw_picks").selectAll().where("lottery_id", "=", drawn.id).orderBy("pick").execute();
    const owners = new Map((await numbersOf(drawn.id)).map(({ number, owner }) => [number, owner]));
    // Two picks may belong to one person, who is listed once with the first.
    const reserves = new Map(
      picks
        .slice(1)
        .toReversed()
        .map((pick) => [owners.get(pick.ticket_number), pick]),
    );
    const first = people.slice(0, reserves.size);
    expect(first.map(({ reserve }) => reserve)).toEqual(first.map(({ id }) => reserves.get(id)?.pick));
    expect(first.map(({ ticketNumber }) => ticketNumber)).toEqual(first.map(({ id }) => reserves.get(id)?.ticket_number));
    expect(first.map(({ reserve }) => reserve)).toEqual(first.map(({ reserve }) => reserve).toSorted());
    const rest = people.slice(reserves.size);
    expect(rest.every(({ ticketNumber, reserve }) => ticketNumber !== undefined && reserve === undefined)).toBe(true);
    const { winner_id } = await ctx.db
      .selectFrom("lotteries")
      .select("winner_id")
      .where("id", "=", drawn.id)
      .executeTakeFirstOrThrow();
    expect(people.every(({ id, isWinner }) => isWinner === (id === winner_id))).toBe(true);
    const stranger = await makeUser(ctx, { first_name: "Wilhelmina", last_name: "Vane" });
    expect(await found("wilhelmina v")).toEqual([
      {
        id: stranger.id,
        firstName: "Wilhelmina",
        lastName: "Vane",
        email: stranger.email,
        ticketNumber: undefined,
        tickets: 0,
        reserve: undefined,
        isWinner: false,
        mayWin: false,
      },
    ]);
  });

  it("can be holders by first name, followed by all others by first name", async () => {
    const picked = await ctx.db.selectFrom("draw_picks").select("ticket_number").where("lottery_id", "=", drawn.id).execute();
    const tickets = await numbersOf(drawn.id);
    // Reserves come first, whatever their names.
    const reserves = new Set(
      tickets.filter(({ number }) => picked.some((pick) => pick.ticket_number === number)).map(({ owner }) => owner),
    );
    const holders = drawn.playerIds.filter((id) => !reserves.has(id) && tickets.some(({ owner }) => owner === id)).slice(0, 3);
    const others = await Promise.all([makeUser(ctx), makeUser(ctx), makeUser(ctx)]);
    for (const ids of [holders, others.map(({ id }) => id)]) {
      for (const [at, first_name] of ["Cosima", "Anton", "Berta"].entries())
        await ctx.db
          .updateTable("users")
          .set({ first_name, last_name: "Queue" })
          .where("id", "=", ids[at] ?? "")
          .execute();
    }
    const found = await listCandidates(ctx, COMMAND, { lotteryId: drawn.id, q: "queue" });
    expect(found.ok && found.value.map(({ firstName, ticketNumber }) => [firstName, ticketNumber !== undefined])).toEqual([
      ["Anton", true],
      ["Berta", true],
      ["Cosima", true],
      ["Anton", false],
      ["Berta", false],
      ["Cosima", false],
    ]);
  });

  it("are sorted by the end of their sales, newest first", async () => {
    const older = await drawnDraw(ctx, { sold: 20, players: 5, ended: 40 });
    const newer = await drawnDraw(ctx, { sold: 20, players: 5, ended: 12 });
    const listed = await listWinners(ctx, COMMAND, { page: 1 });
    expect(listed.ok && listed.value.draws.map(({ id }) => id)).toEqual([newer.id, drawn.id, older.id]);
    expect(listed.ok && listed.value.draws.every(({ prizes }) => prizes[0]?.won?.person.email !== undefined)).toBe(true);
  });
});
