/** Free entries by post: results, owners, refusals and duplicates. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findBrokenInvariants } from "#app/checks/invariants.ts";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { aRegistration, DEVICE, justSignedIn, PASSWORD, registered } from "#features/accounts/server/accounts.fixture.ts";
import { importPeople } from "#features/accounts/server/import/import-people.ts";
import { requestEmailChange } from "#features/accounts/server/profile/change-email.ts";
import { listContacts } from "#features/accounts/server/profile/list-contacts.ts";
import { register } from "#features/accounts/server/profile/register.ts";
import { verifyEmail } from "#features/accounts/server/profile/verify-email.ts";
import { findVisitor } from "#features/accounts/server/sessions/read-session.ts";
import { linkAddress } from "#features/accounts/server/sign-in/mail-links.ts";
import { resetPassword, sendPasswordReset } from "#features/accounts/server/sign-in/reset-password.ts";
import { signIn } from "#features/accounts/server/sign-in/sign-in.ts";
import { listParticipants } from "#features/draws/server/reading/list-participants.ts";
import { sendOrderMail } from "#features/mail/server/send-mails.ts";
import { excludeFromPlay, pausePlay } from "#features/player-protection/server/change-safer-play.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import type { CardFields } from "../../rules/postal/postal-card.ts";
import { checkout, stockOf } from "../orders.fixture.ts";
import { deleteUser } from "../players/delete-user.ts";
import { eraseUser } from "../players/erase-user.ts";
import { exportOrders } from "../reading/export-orders.ts";
import { listTickets } from "../reading/list-tickets.ts";
import { voidEntry } from "../refunds/void-entry.ts";
import { forgetCards, forgetPeopleByPost } from "../settlement/forget-cards.ts";
import { type CardInput, keyInCard } from "./key-in-card.ts";

/** A Saturday. The draws below close on Wednesday 25 November; cards may come until 2 December. */
const NOW = new Date("2026-11-21T12:00:00Z");
const COMMAND = { kind: "command" } as const;
let ctx: TestCtx;
let lotteryId: string;

beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  ctx.setNow(NOW);
  lotteryId = await makeLottery(ctx, { end_date: "2026-11-25" });
});
afterAll(() => ctx.close());
// An exclusion applies to all people of the same name, as most here are.
afterEach(() => ctx.owner.query("TRUNCATE kept_exclusions, player_limits"));

/** Has the birth date that `registered` uses. */
const AMELIA = { firstName: "Amelia", lastName: "Hart", birthDate: "1990-05-17" };
/** Follows the link of a password reset, as the reader of the mail can. */
async function resetBy(email: string): Promise<void> {
  const linkId = randomUUID();
  await sendPasswordReset(ctx, { email, linkId });
  const token = new URL(linkAddress(ctx, "reset-password", linkId)).searchParams.get("token") ?? "";
  const chosen = { password: "Quiet9Lantern", confirmPassword: "Quiet9Lantern" };
  expect(await resetPassword(ctx, token, chosen)).toMatchObject({ ok: true });
}
/** Follows the link of the registration mail. */
async function confirm({ userId, email }: { userId: string; email: string }): Promise<void> {
  const identifier = `verify-email:${userId}`;
  const link = await ctx.db
    .selectFrom("verifications")
    .select("id")
    .where("identifier", "=", identifier)
    .executeTakeFirstOrThrow();
  const token = new URL(linkAddress(ctx, "verify-email", link.id)).searchParams.get("token") ?? "";
  expect(await verifyEmail(ctx, token)).toEqual({ ok: true, value: { email } });
}

/** Changes the address of an account with the link sent to the new one. */
async function moveTo({ userId }: { readonly userId: string }, newEmail: string): Promise<void> {
  const requested = await requestEmailChange(ctx, await justSignedIn(ctx, userId), { newEmail });
  expect(requested).toMatchObject({ ok: true });
  const identifier = `change-email:${userId}`;
  const { id } = await ctx.db
    .selectFrom("verifications")
    .select("id")
    .where("identifier", "=", identifier)
    .executeTakeFirstOrThrow();
  const token = new URL(linkAddress(ctx, "change-email", id)).searchParams.get("token") ?? "";
  expect(await verifyEmail(ctx, token)).toMatchObject({ ok: true, value: { email: newEmail } });
}

let cards = 0;
/** A card of a unique person. */
function aCard(change: Partial<CardFields> = {}): CardFields {
  cards += 1;
  return {
    firstName: "Rosa",
    lastName: "Lindqvist",
    birthDate: "1984-02-29",
    address: `${cards} Mill Lane\nAshford`,
    county: "Kent",
    email: `rosa.${cards}@example.com`,
    phone: "",
    receivedOn: "2026-11-20",
    postedOn: "",
    ...change,
  };
}
const keyIn = (fields: CardFields, change: Partial<CardInput> = {}) =>
  keyInCard(ctx, COMMAND, { lotteryId, fields, locale: "en", requestKey: randomUUID(), ...change });
async function entered(fields: CardFields, change: Partial<CardInput> = {}) {
  const keyed = await keyIn(fields, change);
  if (!keyed.ok) throw new Error(keyed.error);
  const row = await ctx.db.selectFrom("orders").selectAll().where("id", "=", keyed.value.orderId).executeTakeFirstOrThrow();
  return { ...keyed.value, userId: row.user_id, row };
}
/** Tickets of a free draw: they need no payment, whatever the test's clock says. */
async function buy(id: string, quantity: number): Promise<void> {
  expect(await checkout(ctx, id, quantity)).toMatchObject({ ok: true });
}
const personOf = (id: string) => ctx.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const cardOf = (orderId: string) =>
  ctx.db.selectFrom("postal_cards").selectAll().where("order_id", "=", orderId).executeTakeFirst();
const mailJobs = async (orderId: string) =>
  (await ctx.pool.query("SELECT data FROM pgboss.job WHERE name = 'mail' AND data->>'orderId' = $1", [orderId])).rows;

describe("a card", () => {
  it("is a free order with the next number after paid tickets", async () => {
    const id = await makeLottery(ctx, { end_date: "2026-11-25", tickets_available: 3, price_per_ticket_pence: 0 });
    await buy(id, 2);
    const { row, number, userId } = await entered(aCard(), { lotteryId: id });
    expect(number).toBe(3);
    expect(row).toMatchObject({ kind: "free", state: "free", quantity: 1, total_pence: 0, captured_pence: 0, answer: null });
    const [ticket] = await listTickets(ctx, userId);
    expect(ticket).toMatchObject({ number: 3, isVoid: false, transactionId: undefined });
    expect(ticket?.tag).toMatch(/^[0-9a-f]{32}$/);
    await buy(id, 1);
    expect(await stockOf(ctx, id)).toEqual({ sold: 3, held: 0, last: 4, available: 3 });
  });

  it("brings as many entries as its stamp would have bought, by the price on the day of the postmark", async () => {
    const cheap = { end_date: "2026-11-25", price_per_ticket_pence: 50, packs: "[]" };
    const id = await makeLottery(ctx, cheap);
    const { row, orderId, number, quantity, userId } = await entered(aCard(), { lotteryId: id });
    expect([number, quantity, row.quantity, row.first_ticket_number]).toEqual([1, 3, 3, 1]);
    const tickets = await listTickets(ctx, userId);
    expect(tickets.map((ticket) => ticket.number)).toEqual([1, 2, 3]);
    expect(new Set(tickets.map(({ tag }) => tag)).size).toBe(3);
    expect((await stockOf(ctx, id)).last).toBe(3);

    await sendOrderMail(ctx, { message: "free-entry-confirmation", orderId });
    const [newest] = (await ctx.mailbox?.list())?.mails ?? [];
    expect((newest && (await ctx.mailbox?.get(newest.id)))?.text).toContain("your card brings 3 free entries");

    const posted = aCard({ postedOn: "2026-04-06" });
    expect(await entered(posted, { lotteryId: id })).toMatchObject({ number: 4, quantity: 1 });
    const twice = randomUUID();
    const card = aCard();
    const both = [
      await entered(card, { lotteryId: id, requestKey: twice }),
      await entered(card, { lotteryId: id, requestKey: twice }),
    ];
    expect(both).toMatchObject([
      { number: 5, quantity: 3 },
      { number: 5, quantity: 3 },
    ]);

    const gone = await voidEntry(ctx, COMMAND, { orderId, reason: "keyed in twice" });
    expect(gone).toMatchObject({ ok: true });
    expect((await listTickets(ctx, userId)).every(({ isVoid }) => isVoid)).toBe(true);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("is accepted when the draw is sold out or sales are over", async () => {
    const id = await makeLottery(ctx, {
      end_date: "2026-11-20",
      start_date: "2026-10-01",
      tickets_available: 1,
      tickets_held: 0,
    });
    await ctx.db.updateTable("lotteries").set({ sales_state: "closing" }).where("id", "=", id).execute();
    expect(await keyIn(aCard({ receivedOn: "2026-11-21", postedOn: "2026-11-20" }), { lotteryId: id })).toMatchObject({
      ok: true,
    });
    const soldOut = await makeLottery(ctx, { end_date: "2026-11-25", tickets_available: 1, price_per_ticket_pence: 0 });
    await buy(soldOut, 1);
    expect(await keyIn(aCard(), { lotteryId: soldOut })).toMatchObject({ ok: true, value: { number: 2 } });
    expect(await stockOf(ctx, soldOut)).toEqual({ sold: 1, held: 0, last: 2, available: 1 });
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("is stored as written; the log names the administrator but not the person", async () => {
    const fields = aCard({
      address: " 4 Mill Lane \r\n\r\nAshford\r\nTN23 1AA ",
      phone: "01233 000000",
      birthDate: "29/02/1984",
    });
    const { orderId, number } = await entered(fields);
    expect(await cardOf(orderId)).toMatchObject({
      first_name: "Rosa",
      birth_date: "1984-02-29",
      address: "4 Mill Lane\nAshford\nTN23 1AA",
      county: "Kent",
      email: fields.email,
      phone: "+441233000000",
      received_on: "2026-11-20",
      posted_on: null,
    });
    const log = await ctx.db.selectFrom("audit_log").selectAll().where("subject_id", "=", orderId).execute();
    expect(log).toMatchObject([{ action: "order.key-in", subject_type: "order", after: { ticket_number: number } }]);
    expect(JSON.stringify(log)).not.toContain("Lindqvist");
  });

  it("is confirmed by a mail with its number if it has an address, and again on request", async () => {
    const { orderId, number, isMailed, shortNumber } = await entered(aCard(), { locale: "fr" });
    expect(isMailed).toBe(true);
    expect(await mailJobs(orderId)).toEqual([{ data: { message: "free-entry-confirmation", orderId } }]);
    for (const again of [undefined, undefined, randomUUID()])
      await sendOrderMail(ctx, { message: "free-entry-confirmation", orderId, ...(again && { again }) });
    const sent = await ctx.db.selectFrom("mails").select("state").where("message", "like", `%${orderId}%`).execute();
    expect(sent).toEqual([{ state: "sent" }, { state: "sent" }]);
    const [newest] = (await ctx.mailbox?.list())?.mails ?? [];
    const mail = newest && (await ctx.mailbox?.get(newest.id));
    expect(mail?.subject).toContain("participation gratuite");
    expect(mail?.text).toContain(`CONC-${String(shortNumber).padStart(4, "0")}-${String(number).padStart(6, "0")}`);
    expect(mail?.text).toContain("20 novembre 2026");
    const silent = await entered(aCard({ email: "" }));
    expect([silent.isMailed, await mailJobs(silent.orderId)]).toEqual([false, []]);
  });

  it("that is sent twice, or twenty times at once, is one entry with one result", async () => {
    const fields = aCard();
    const requestKey = randomUUID();
    const before = (await stockOf(ctx, lotteryId)).last;
    const replies = await Promise.all(Array.from({ length: 20 }, () => keyIn(fields, { requestKey })));
    expect(new Set(replies.map((reply) => (reply.ok ? reply.value.orderId : reply.error))).size).toBe(1);
    expect((await stockOf(ctx, lotteryId)).last).toBe(before + 1);
  });

  it("needs confirmation if one of the same person came on the same day", async () => {
    const fields = aCard();
    await entered(fields);
    expect(await keyIn(fields)).toEqual({ ok: false, error: "duplicate" });
    expect(await keyIn({ ...fields, receivedOn: "2026-11-19" })).toMatchObject({ ok: true });
    expect(await keyIn(fields, { isAnother: true })).toMatchObject({ ok: true, value: { joined: true } });
  });
});

describe("a card does not count", () => {
  it.each([
    ["without a name", { firstName: " " }, { firstName: "required" }],
    ["without an address", { address: "\n" }, { address: "required" }],
    ["without a county", { county: "" }, { county: "required" }],
    ["with half an email address", { email: "rosa@" }, { email: "emailInvalid" }],
    ["without a birthday", { birthDate: "" }, { birthDate: "required" }],
    ["with a birthday that does not exist", { birthDate: "31/02/1984" }, { birthDate: "dateInvalid" }],
    ["of a person who turned 18 the day after it came", { birthDate: "2008-11-21" }, { birthDate: "minAge" }],
    ["from tomorrow", { receivedOn: "2026-11-22" }, { receivedOn: "inFuture" }],
    ["without a day of arrival", { receivedOn: "" }, { receivedOn: "required" }],
    ["that came before there were draws", { receivedOn: "0000-01-01" }, { receivedOn: "dateInvalid" }],
    ["posted after it came", { postedOn: "2026-11-21" }, { postedOn: "postedAfterReceived" }],
    ["with a very long address", { address: "x".repeat(401) }, { address: "tooLong" }],
  ])("%s", async (_, change, problems) => {
    expect(await keyIn(aCard(change))).toEqual({ ok: false, error: "invalid", problems });
  });

  it("after the fifth working day, or with a late or missing postmark", async () => {
    ctx.setNow(new Date("2026-12-05T12:00:00Z"));
    try {
      const late = (receivedOn: string, postedOn: string) => keyIn(aCard({ receivedOn, postedOn }));
      expect(await late("2026-12-03", "2026-11-25")).toMatchObject({ problems: { receivedOn: "tooLate" } });
      expect(await late("2026-12-02", "2026-11-26")).toMatchObject({ problems: { postedOn: "postedLate" } });
      expect(await late("2026-12-02", "")).toMatchObject({ problems: { postedOn: "postmarkNeeded" } });
      expect(await late("2026-12-02", "2026-11-25")).toMatchObject({ ok: true });
    } finally {
      ctx.setNow(NOW);
    }
  });

  it.each([
    ["takes no cards", { takes_free_entries: false }, "no_postal_entries"],
    ["has not opened", { start_date: "2026-11-23" }, "not_open"],
    ["is a draft", { status: "draft" }, "not_open"],
    ["is frozen", { sales_state: "closed" }, "frozen"],
    ["is cancelled", { status: "cancelled", sales_state: "cancelled" }, "over"],
    ["was completed by hand", { status: "completed" }, "over"],
  ] as const)("for a draw that %s", async (_, change, error) => {
    const id = await makeLottery(ctx, { end_date: "2026-11-25", ...change });
    expect(await keyIn(aCard(), { lotteryId: id })).toEqual({ ok: false, error });
  });

  it("for an unknown draw, or with an invalid form", async () => {
    expect(await keyIn(aCard(), { lotteryId: randomUUID() })).toEqual({ ok: false, error: "not_found" });
    expect(await keyIn(aCard(), { lotteryId: "7" })).toEqual({ ok: false, error: "not_found" });
    expect(await keyIn(aCard(), { requestKey: "x" })).toEqual({ ok: false, error: "bad_request" });
  });

  it("of a person in a pause, also with a deleted account; and creates no person", async () => {
    const [excluded, gone] = [await registered(ctx), await registered(ctx)];
    const paused = await registered(ctx, { firstName: "Rose" });
    await pausePlay(ctx, paused.userId, "week");
    await excludeFromPlay(ctx, excluded.userId, "half");
    await excludeFromPlay(ctx, gone.userId, "half");
    await eraseUser(ctx, gone.userId, { tickets: "keep" });
    // Neither account has a confirmed address: no card is joined to them, and their pauses count.
    expect(await keyIn(aCard({ ...AMELIA, firstName: "Rose", email: paused.email }))).toEqual({ ok: false, error: "paused" });
    expect(await keyIn(aCard({ ...AMELIA, email: excluded.email }))).toEqual({ ok: false, error: "excluded" });
    expect(await keyIn(aCard({ ...AMELIA, email: gone.email }))).toEqual({ ok: false, error: "excluded" });
    expect(await ctx.db.selectFrom("users").select("id").where("email", "=", gone.email).execute()).toEqual([]);
  });

  it("of an account in a pause, in any order of names", async () => {
    const excluded = await registered(ctx);
    await confirm(excluded);
    await excludeFromPlay(ctx, excluded.userId, "half");
    const turned = { ...AMELIA, firstName: AMELIA.lastName, lastName: AMELIA.firstName, email: excluded.email };
    expect(await keyIn(aCard(turned))).toEqual({ ok: false, error: "excluded" });
  });

  it("of an account in a pause, even with a new address", async () => {
    const player = await registered(ctx);
    const before = await entered(aCard({ ...AMELIA, email: player.email }));
    await confirm(player);
    expect(await personOf(before.userId)).toMatchObject({ joined_to: player.userId });
    await moveTo(player, `moved.${player.email}`);
    await excludeFromPlay(ctx, player.userId, "half");
    const card = { ...AMELIA, email: player.email, receivedOn: "2026-11-20" };
    expect(await keyIn(aCard(card))).toEqual({ ok: false, error: "excluded" });
  });

  it("if it is not keyed in by an administrator", async () => {
    const player = await registered(ctx);
    const input = { lotteryId, fields: aCard(), locale: "en", requestKey: randomUUID() } as const;
    expect(await keyInCard(ctx, { kind: "admin", id: player.userId }, input)).toEqual({ ok: false, error: "forbidden" });
  });
});

describe("the owner of a card", () => {
  it("is the account with its address, if confirmed and of the same person, which the card does not change", async () => {
    const player = await registered(ctx, { locale: "fr" });
    await confirm(player);
    const before = await personOf(player.userId);
    const { userId, joined, row } = await entered(
      aCard({ ...AMELIA, firstName: "AMELIA", email: ` ${player.email.toUpperCase()} ` }),
    );
    expect([userId, joined, row.locale]).toEqual([player.userId, true, "fr"]);
    expect(await personOf(player.userId)).toEqual(before);
  });

  it("is not an unconfirmed account with the victim's address; the owner gets the card on taking it over", async () => {
    const thief = await registered(ctx);
    const card = await entered(aCard({ ...AMELIA, email: thief.email }));
    expect(card).toMatchObject({ joined: false });
    expect(card.userId).not.toBe(thief.userId);
    expect(await listTickets(ctx, thief.userId)).toEqual([]);
    // A second card of the same person is recognised, and joined to no other account.
    const second = await entered(aCard({ ...AMELIA, email: thief.email, receivedOn: "2026-11-19" }));
    expect(second).toMatchObject({ userId: card.userId, joined: true });

    await resetBy(thief.email);
    expect(await findVisitor(ctx, { token: thief.sessionToken })).toBeUndefined();
    expect((await listTickets(ctx, thief.userId)).map(({ number }) => number).sort()).toEqual(
      [card.number, second.number].sort(),
    );
    expect(await listTickets(ctx, card.userId)).toHaveLength(2);
  });

  it("is one of two accounts that share a mailbox, by name", async () => {
    const wife = await registered(ctx);
    await confirm(wife);
    const husbands = await entered(aCard({ ...AMELIA, firstName: "Paul", email: wife.email }));
    const wifes = await entered(aCard({ ...AMELIA, email: wife.email }));
    expect(wifes.userId).toBe(wife.userId);
    expect(husbands.userId).not.toBe(wife.userId);
    expect((await listTickets(ctx, wife.userId)).map(({ number }) => number)).toEqual([wifes.number]);
    const contacts = await listContacts(ctx, [husbands.userId, wife.userId]);
    expect([...contacts.values()].map(({ email }) => email)).toEqual([wife.email, wife.email]);
  });

  it("is one of two people without accounts who share a mailbox; both take part", async () => {
    const email = `couple.${randomUUID().slice(0, 8)}@example.com`;
    const id = await makeLottery(ctx, { end_date: "2026-11-25" });
    const born = { husband: "1980-01-02", wife: "1982-03-04" };
    const him = { firstName: "Chloé", lastName: "Le-Blanc", birthDate: born.husband, email };
    const her = { firstName: "Élise", lastName: "Le-Blanc", birthDate: born.wife, email };
    const first = await entered(aCard(him), { lotteryId: id });
    const second = await entered(aCard(her), { lotteryId: id });
    expect(second.userId).not.toBe(first.userId);
    // Both are recognised, in any spelling of the name.
    const later = { receivedOn: "2026-11-19" };
    expect(await entered(aCard({ ...him, ...later, firstName: "CHLOE", lastName: "Le Blanc" }), { lotteryId: id })).toMatchObject(
      {
        userId: first.userId,
        joined: true,
      },
    );
    expect((await entered(aCard({ ...her, ...later }), { lotteryId: id })).userId).toBe(second.userId);
    const wanted = { lotteryId: id, q: "", sort: "name", descending: false, page: 1 } as const;
    const listed = await listParticipants(ctx, COMMAND, wanted);
    expect(listed.ok && listed.value.participants.map(({ firstName, tickets }) => [firstName, tickets])).toEqual([
      ["Chloé", 2],
      ["Élise", 2],
    ]);
  });

  it("without an address is recognised with and without accents; another birth date is another person", async () => {
    const card = { firstName: "Zoë", lastName: "Dûpont", email: "", address: "7 Rue Close\nAshford" };
    const first = await entered(aCard(card));
    const again = await entered(aCard({ ...card, firstName: "ZOE", lastName: "Dupont", receivedOn: "2026-11-19" }));
    expect(again).toMatchObject({ userId: first.userId, joined: true });
    const daughter = await entered(aCard({ ...card, birthDate: "2004-02-29", receivedOn: "2026-11-18" }));
    expect(daughter.userId).not.toBe(first.userId);
  });

  it("is erased with the account that the card was joined to", async () => {
    const player = await registered(ctx);
    const { userId } = await entered(aCard({ ...AMELIA, email: player.email }));
    await confirm(player);
    expect(await listTickets(ctx, player.userId)).toHaveLength(1);
    expect(await eraseUser(ctx, player.userId, { tickets: "give_up" })).toMatchObject({ ok: true });
    expect(await personOf(userId)).toMatchObject({ first_name: "", contact_email: null, joined_to: null });
  });

  it("is otherwise a new person without password and consent, whom a registration cannot take over", async () => {
    const { userId, row } = await entered(aCard(), { locale: "fr" });
    const person = await personOf(userId);
    expect(person).toMatchObject({ first_name: "Rosa", county: "Kent", birth_date: "1984-02-29", locale: "fr" });
    expect(person).toMatchObject({ email_verified: false, marketing_opt_in: false, full_name_public: false, phone: null });
    const email = person.email ?? "";
    expect(await signIn(ctx, { email, password: "" }, DEVICE)).toMatchObject({ ok: false });
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ ok: false });
    expect(await register(ctx, aRegistration({ email }), DEVICE)).toEqual({ ok: false, error: "userAlreadyExists" });
    expect(await personOf(userId)).toEqual(person);
    expect(row.user_id).toBe(userId);
  });

  it("claims the account with a password reset, which goes to the address on the card", async () => {
    const { userId, number } = await entered(aCard());
    const email = (await personOf(userId)).email ?? "";
    const linkId = randomUUID();
    await sendPasswordReset(ctx, { email, linkId });
    const token = new URL(linkAddress(ctx, "reset-password", linkId)).searchParams.get("token") ?? "";
    expect(await resetPassword(ctx, token, { password: PASSWORD, confirmPassword: PASSWORD })).toMatchObject({ ok: true });
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ ok: true });
    expect(await listTickets(ctx, userId)).toMatchObject([{ number }]);
  });

  it("without an email address is recognised by birth date, name and address together", async () => {
    const fields = aCard({ email: "" });
    const first = await entered(fields);
    const same = { ...fields, firstName: "ROSA", address: fields.address.replace("\n", ", "), receivedOn: "2026-11-19" };
    expect((await entered(same)).userId).toBe(first.userId);
    expect((await entered({ ...fields, birthDate: "1985-02-28" })).userId).not.toBe(first.userId);
    expect((await entered({ ...fields, address: "9 Other Road" })).userId).not.toBe(first.userId);
  });

  it("is one person if two cards with one address are keyed in for two draws at once", async () => {
    const other = await makeLottery(ctx, { end_date: "2026-11-25" });
    const fields = aCard();
    const both = await Promise.all([entered(fields), entered(fields, { lotteryId: other })]);
    expect(new Set(both.map(({ userId }) => userId)).size).toBe(1);
  });
});

describe("an entry", () => {
  it("made by mistake is voided with a reason, keeps its number, and can be keyed in again", async () => {
    const fields = aCard();
    const { orderId, number, userId } = await entered(fields);
    expect(await voidEntry(ctx, COMMAND, { orderId, reason: " " })).toEqual({ ok: false, error: "no_reason" });
    expect(await voidEntry(ctx, COMMAND, { orderId, reason: "Keyed in for the wrong draw." })).toMatchObject({ ok: true });
    expect(await voidEntry(ctx, COMMAND, { orderId, reason: "Again." })).toEqual({ ok: false, error: "already_void" });
    expect(await listTickets(ctx, userId)).toMatchObject([{ number, isVoid: true }]);
    expect((await entered(fields)).number).toBeGreaterThan(number);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("that is voided notifies the sender without the internal reason", async () => {
    const fields = aCard();
    const { orderId, number } = await entered(fields);
    await voidEntry(ctx, COMMAND, { orderId, reason: "Looks like a troublemaker." });
    const { rows } = await ctx.pool.query<{ data: JobData["mail"] }>(
      "SELECT data FROM pgboss.job WHERE name = 'mail' AND data->>'orderId' = $1 AND data->>'message' = 'entry-void'",
      [orderId],
    );
    expect(rows.map(({ data }) => data)).toEqual([{ message: "entry-void", orderId }]);
    for (const { data } of rows) await sendOrderMail(ctx, data);
    const mails = (await ctx.mailbox?.list())?.mails.filter((one) => one.to.includes(fields.email)) ?? [];
    expect(mails).toHaveLength(1);
    const text = (await ctx.mailbox?.get(mails[0]?.id ?? ""))?.text ?? "";
    expect(text).toMatch(new RegExp(`Number CONC-\\d+-0*${number}\\n`));
    expect(text).toContain("/contact");
    expect(text).not.toContain("troublemaker");
  });

  it("stays once its draw is frozen, and only an administrator may void it", async () => {
    const id = await makeLottery(ctx, { end_date: "2026-11-25" });
    const { orderId } = await entered(aCard(), { lotteryId: id });
    const player = { kind: "admin", id: (await makeUser(ctx)).id } as const;
    expect(await voidEntry(ctx, player, { orderId, reason: "x" })).toEqual({ ok: false, error: "forbidden" });
    await ctx.db.updateTable("lotteries").set({ sales_state: "closed" }).where("id", "=", id).execute();
    expect(await voidEntry(ctx, COMMAND, { orderId, reason: "x" })).toEqual({ ok: false, error: "frozen" });
    expect(await voidEntry(ctx, COMMAND, { orderId: randomUUID(), reason: "x" })).toEqual({ ok: false, error: "not_found" });
  });
});

describe("the details of a card", () => {
  it("are exported to the person, but not under another name", async () => {
    const player = await registered(ctx, { firstName: "Rosa", lastName: "Lindqvist", birthDate: "1984-02-29" });
    await confirm(player);
    await entered(aCard({ email: player.email, address: "Our house" }));
    await entered(aCard({ email: player.email, firstName: "Edith", address: "Another house", receivedOn: "2026-11-19" }));
    const { cards: exportedCards } = await exportOrders(ctx, player.userId);
    expect(exportedCards).toMatchObject([{ received_on: "2026-11-20", card: { address: "Our house" } }]);
  });

  it("are deleted with the person, or with the contact details retained for a draw", async () => {
    const [leaving, staying, unreachable] = [await entered(aCard()), await entered(aCard()), await entered(aCard({ email: "" }))];
    await eraseUser(ctx, leaving.userId, { tickets: "give_up" });
    expect(await cardOf(leaving.orderId)).toBeUndefined();
    await eraseUser(ctx, staying.userId, { tickets: "keep" });
    await forgetCards(ctx);
    expect(await cardOf(staying.orderId)).toBeDefined();
    await ctx.db.deleteFrom("retained_contacts").where("user_id", "=", staying.userId).execute();
    await forgetCards(ctx);
    expect(await cardOf(staying.orderId)).toBeUndefined();
    expect(await deleteUser(ctx, COMMAND, unreachable.userId)).toMatchObject({ ok: true });
    expect(await cardOf(unreachable.orderId)).toBeUndefined();
  });

  it("are deleted six months after its draw is over, and not before", async () => {
    const id = await makeLottery(ctx, { end_date: "2026-11-25" });
    const { orderId } = await entered(aCard(), { lotteryId: id });
    const cancelled = { status: "cancelled", sales_state: "cancelled", updated_at: NOW } as const;
    await ctx.db.updateTable("lotteries").set(cancelled).where("id", "=", id).execute();
    try {
      ctx.setNow(new Date("2027-05-20T12:00:00Z"));
      await forgetCards(ctx);
      expect(await cardOf(orderId)).toBeDefined();
      ctx.setNow(new Date("2027-05-22T12:00:00Z"));
      await forgetCards(ctx);
      expect(await cardOf(orderId)).toBeUndefined();
    } finally {
      ctx.setNow(NOW);
    }
  });
});

describe("a person who entered only by post", () => {
  const LATER = new Date("2027-05-22T12:00:00Z");
  async function overWith(...fields: CardFields[]) {
    const id = await makeLottery(ctx, { end_date: "2026-11-25" });
    const all = [];
    for (const card of fields) all.push(await entered(card, { lotteryId: id }));
    const cancelled = { status: "cancelled", sales_state: "cancelled", updated_at: NOW } as const;
    await ctx.db.updateTable("lotteries").set(cancelled).where("id", "=", id).execute();
    return all.map((entry) => entry.userId);
  }
  const forgotten = async (now: Date, ...ids: string[]) => {
    ctx.setNow(now);
    try {
      await forgetPeopleByPost(ctx);
    } finally {
      ctx.setNow(NOW);
    }
    return Promise.all(ids.map(async (id) => (await personOf(id)).erased_at !== null));
  };

  async function imported(at: Date, { email, firstName, lastName, birthDate }: CardFields, more: Record<string, string>) {
    async function* rows() {
      yield { line: 2, values: { email, first_name: firstName, last_name: lastName, birth_date: birthDate, ...more } };
    }
    ctx.setNow(at);
    await importPeople(
      ctx,
      { name: "people.csv", sha256: () => "a".repeat(64), rows: rows() },
      { isWriting: true, tell: () => {} },
    );
    ctx.setNow(NOW);
  }

  it("is erased six months after the last draw is over, and not before, and without a mail", async () => {
    const [reachable = "", unreachable = ""] = await overWith(aCard({ phone: "07700 900456" }), aCard({ email: "" }));
    expect(await forgotten(new Date("2027-05-20T12:00:00Z"), reachable, unreachable)).toEqual([false, false]);
    expect(await forgotten(LATER, reachable, unreachable)).toEqual([true, true]);
    const gone = { email: null, contact_email: null, first_name: "", last_name: "", phone: null, birth_date: null, county: null };
    expect([await personOf(reachable), await personOf(unreachable)]).toMatchObject([gone, gone]);
    const { rows } = await ctx.pool.query("SELECT FROM pgboss.job WHERE name = 'account-mail' AND data->>'about' = $1", [
      reachable,
    ]);
    expect(rows).toEqual([]);
    expect(await findBrokenInvariants(ctx)).toEqual([]);
  });

  it("stays with an entry in another draw, a win, a pause or an account", async () => {
    const card = aCard();
    const [waiting = ""] = await overWith(card);
    expect((await entered(card, { lotteryId: await makeLottery(ctx, { end_date: "2026-11-25" }) })).userId).toBe(waiting);
    const claimed = aCard();
    const [winner = "", resting = "", owner = ""] = await overWith(aCard(), aCard(), claimed);
    const won = { lottery_id: lotteryId, user_id: winner, first_name: "Rosa", last_name: "Lindqvist", won_at: NOW };
    await ctx.db.insertInto("winner_records").values(won).execute();
    await ctx.db
      .insertInto("player_limits")
      .values({ user_id: resting, excluded_until: new Date("2027-06-01") })
      .execute();
    await resetBy(claimed.email);
    expect(await forgotten(LATER, waiting, winner, resting, owner)).toEqual([false, false, false, false]);
    await ctx.db.deleteFrom("winner_records").where("user_id", "=", winner).execute();
    expect(await forgotten(new Date("2027-06-02"), waiting, winner, resting, owner)).toEqual([false, true, true, false]);
  });

  it("is not an imported person without a claimed account, with or without consent", async () => {
    const [silent, willing] = [aCard(), aCard()];
    // One came on an earlier day; the other's card was keyed in while the file was imported.
    await imported(new Date("2026-11-20T12:00:00Z"), silent, {});
    await imported(NOW, willing, { newsletter: "yes", newsletter_since: "2025-03-01" });
    const ids = await overWith(silent, willing);
    expect(await Promise.all(ids.map(async (id) => (await personOf(id)).email))).toEqual([silent.email, willing.email]);
    expect(await forgotten(LATER, ...ids)).toEqual([false, false]);
  });
});
