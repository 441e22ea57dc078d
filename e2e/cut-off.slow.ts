/** Without a connection, or with replies of another server, every form keeps typed text and reports it. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { dayFrom, makeLottery, makeUser } from "#demo/makers.ts";
import { raiseAlert } from "#features/access/server/raise-alert.ts";
import { ticketCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { findCredential } from "#features/accounts/server/sign-in/credential-store.ts";
import { insertLink } from "#features/accounts/server/sign-in/link-store.ts";
import { linkToken } from "#features/accounts/server/sign-in/mail-links.ts";
import { newTicket } from "#features/accounts/server/sign-in/sign-in-code.ts";
import { insertInvitation } from "#features/staff/server/team/invitation-store.ts";
import { writeOwnerLink } from "#features/staff/server/team/owner-link-store.ts";
import { listAddresses } from "./addresses.fixture.ts";
import { type Beside, connectBeside } from "./beside.fixture.ts";
import { makeDraw } from "./books.fixture.ts";
import { answerAndOrder, type Language, newPerson, signUp } from "./buyer.fixture.ts";
import { expectFormsKeep, TOLERATED } from "./cut-off.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");
const LANGUAGES = ["en", "fr"] as const;
const ADMINISTRATOR = "admin@concours.test";
/** A draw whose winner may be drawn: the first of the list, whose dialog opens. */
const DUE = "Due to be drawn";
/** A draw of another platform. */
const PAST = "A car of then";

let beside: Beside;
beforeAll(async () => {
  beside = await connectBeside(shop);
}, 60_000);
afterAll(async () => {
  await beside.ctx.db.deleteFrom("lotteries").where("title", "=", DUE).execute();
  await beside.ctx.db.deleteFrom("past_draws").where("title", "=", PAST).execute();
  await beside.close();
});

/**
 * Addresses of programs, scripts, mail programs and forms without scripts. The browser itself sends the form
 * of /cookie-settings: without a connection it shows its own page, and Back restores the form.
 * A winner’s choice between prize and cash has no typed text.
 */
const NOT_FROM_PAGES =
  /^\/(?:api|functions)\/|^\/lottery\/:lotteryId\/queue\.json$|^\/unsubscribe$|^\/first-visit\/age$|^\/cookie-settings$|^\/admin\/(?:lotteries\/images(?:\/focus)?|winners\/:lotteryId\/photo|emails\/preview|disputes\/:disputeId\/files)$|^\/confirm-password$|^\/passkeys\/question$|^\/won\/:lotteryId$|^\/admin\/\*$/;
const sentTo = new Set<string>();

async function walk(page: Page, paths: readonly string[], language: Language): Promise<void> {
  for (const path of await expectFormsKeep(page, paths, language)) sentTo.add(path);
}

/** A link from a mail to an existing user. */
async function linkOf(purpose: "reset-password" | "undo-email" | "verify-email"): Promise<string> {
  const { ctx } = beside;
  const id = randomUUID();
  const { id: userId } = await ctx.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", "player@concours.test")
    .executeTakeFirstOrThrow();
  const email = `${randomUUID()}@concours.test`;
  await ctx.db
    .transaction()
    .execute((tx) => insertLink(tx, { id, purpose, userId, email, expiresAt: new Date(Date.now() + 3_600_000) }, new Date()));
  return `/${purpose}?token=${encodeURIComponent(linkToken(ctx, id))}`;
}

const adminId = async () => {
  const { db } = beside.ctx;
  const { id } = await db.selectFrom("users").select("id").where("email", "=", ADMINISTRATOR).executeTakeFirstOrThrow();
  return id;
};

/** The link of an invitation to the staff. */
async function invitationLink(): Promise<string> {
  const { ctx } = beside;
  const id = randomUUID();
  const at = new Date();
  const invited = { id, email: `${id}@concours.test`, role: "support", locale: "en", invitedBy: await adminId() } as const;
  const times = { sentAt: at, expiresAt: new Date(at.getTime() + 3_600_000) };
  await ctx.db.transaction().execute((tx) => insertInvitation(tx, { ...invited, ...times }, at));
  return `/staff-invitation?token=${encodeURIComponent(linkToken(ctx, id))}`;
}

/** The link that the console prints at start. */
async function ownerLink(): Promise<string> {
  const { ctx } = beside;
  const id = randomUUID();
  await ctx.db.transaction().execute((tx) => writeOwnerLink(tx, id, new Date(Date.now() + 3_600_000)));
  return `/first-owner?token=${encodeURIComponent(linkToken(ctx, id))}`;
}

async function keepPasskey(email: string): Promise<void> {
  const { db } = beside.ctx;
  const { id } = await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  const passkey = { user_id: id, credential_id: randomUUID(), public_key: Buffer.from("key"), counter: 0, added_at: new Date() };
  await db
    .insertInto("passkeys")
    .values({ ...passkey, name: "Telephone" })
    .execute();
}

/** An excluded player, and an account with a similar name. */
async function makeAlike(): Promise<void> {
  const { db } = beside.ctx;
  const person = { last_name: "Cutoff", birth_date: "1957-03-02" };
  const { id } = await makeUser({ db }, { ...person, first_name: "Vera" });
  await makeUser({ db }, { ...person, first_name: "Ver" });
  const until = new Date(Date.now() + 200 * 86_400_000);
  await db.insertInto("player_limits").values({ user_id: id, excluded_until: until }).execute();
}

/** Content for all pages of the back office, with its ids. */
async function makeBusiness() {
  const { db } = beside.ctx;
  const first = (table: "lotteries" | "orders" | "disputes", where: string) =>
    sql<{ id: string }>`SELECT id FROM ${sql.table(table)} WHERE ${sql.raw(where)} LIMIT 1`
      .execute(db)
      .then(({ rows: [row] }) => row?.id ?? "");
  const lottery = await first("lotteries", "status = 'completed'");
  await raiseAlert(db, { kind: "commitment_not_witnessed", subject: { type: "lottery", id: lottery }, at: new Date() });
  const { id: alert } = await db.selectFrom("alerts").select("id").where("subject_id", "=", lottery).executeTakeFirstOrThrow();
  const { id: message } = await db
    .insertInto("contact_messages")
    .values({ name: "Zoe", email: "zoe@example.com", subject: "Tickets", message: "Where are they?", locale: "en" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: campaign } = await db
    .insertInto("campaigns")
    .values({ template: "weekly-update", subject: "This week", content: "News", state: "paused", started_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  const at = new Date();
  const [start_date, end_date] = [dayFrom(at, -9), dayFrom(at, -2)];
  await makeLottery({ db, now: () => at }, { title: DUE, takes_free_entries: false, start_date, end_date });
  await db
    .insertInto("proposals")
    .values({
      kind: "postal_batch",
      subject_id: lottery,
      payload: JSON.stringify({ cards: 1, done: 0 }),
      reason: "A heap of cards",
      proposed_at: at,
      expires_at: new Date(at.getTime() + 3_600_000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const imported = { reference: randomUUID(), platform: "Elsewhere", title: PAST, prize: "A car", imported_from: "draws.csv" };
  const past = { tickets: 10, last_ticket: 10, winning_ticket: 3, closed_on: dayFrom(at, -40), drawn_on: dayFrom(at, -39) };
  await db
    .insertInto("past_draws")
    .values({ ...imported, ...past, imported_at: at })
    .execute();
  const endpoint = { url: "https://example.com/hooks", events: ["draw.closed"], secret: "sealed", made_at: at };
  const { id: webhook } = await db
    .insertInto("webhook_endpoints")
    .values({ ...endpoint, made_by: await adminId(), paused_at: at, pause_reason: "by_hand" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const player = await db.selectFrom("users").select("id").where("email", "=", "player@concours.test").executeTakeFirstOrThrow();
  const { id: care } = await db
    .insertInto("care_cases")
    .values({ user_id: player.id, opened_at: at })
    .onConflict((conflict) => conflict.column("user_id").where("closed_at", "is", null).doUpdateSet({ outcome: null }))
    .returning("id")
    .executeTakeFirstOrThrow();
  await makeAlike();
  const shown = {
    order: await first("orders", "state = 'paid'"),
    active: await first("lotteries", "status = 'active' AND closes_at > now()"),
    dispute: await first("disputes", "standing = 'open'"),
  };
  return { ...shown, alert, message, campaign, webhook, care, player: player.id };
}

/** Half of the pages in each language. */
async function backOffice(language: Language): Promise<string[]> {
  const { order, active, alert, message, campaign, webhook, care, dispute, player } = await makeBusiness();
  return language === "en"
    ? [
        "/admin/users",
        "/admin/lotteries?form=new",
        `/admin/lotteries/${active}/queue`,
        "/admin/draw",
        "/admin/settings",
        `/admin/alerts/${alert}`,
        `/admin/orders/${order}`,
        "/admin/staff",
        "/admin/api-keys",
        "/admin/winners/imported",
        "/admin/payments",
        "/admin/complaints",
        "/admin/care",
        `/admin/disputes/${dispute}`,
        `/admin/users/${player}`,
      ]
    : [
        "/admin/winners",
        "/admin/lotteries",
        "/admin/approvals",
        "/admin/emails",
        `/admin/emails/${campaign}`,
        "/admin/free-entries",
        "/admin/practice",
        "/admin/live",
        "/admin/shop",
        "/admin/texts",
        "/admin/journal",
        "/admin/profit",
        "/admin/webhooks",
        `/admin/webhooks/${webhook}`,
        "/admin/messages",
        "/admin/messages/templates",
        `/admin/messages/${message}`,
        `/admin/draw/${active}/write`,
        `/admin/care/${care}`,
      ];
}

describe.for(LANGUAGES)("in %s, no form loses typed text", (language) => {
  journey("of visitors", async ({ visit }) => {
    const page = await visit({ language, tolerate: TOLERATED });
    const paths =
      language === "en"
        ? ["/contact", "/login", await linkOf("reset-password"), await invitationLink()]
        : ["/register", "/forgot-password", await linkOf("undo-email"), await linkOf("verify-email"), await ownerLink()];
    await walk(page, paths, language);
  });

  journey("of players", async ({ visit }) => {
    const page = await visit({ language, tolerate: TOLERATED });
    const [held, other, queued] = await Promise.all(["Held", "Cut off", "Queued"].map((title) => makeDraw(shop, { title })));
    await beside.ctx.db
      .insertInto("waiting_rooms")
      .values({
        lottery_id: queued?.id ?? "",
        is_on: true,
        seed: Buffer.alloc(32),
        gather_minutes: 0,
        per_minute: 1,
        most_inside: 1,
      })
      .execute();
    const person = newPerson();
    await signUp(page, person, language);
    // A second device to sign out.
    await fetch(`${shop.url}/login`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ email: person.email, password: person.password }),
    });
    await page.goto(`/quiz/${held?.id}?quantity=1`);
    await answerAndOrder(page, { answer: "Porsche", sum: language === "fr" ? "29,99\u00a0£" : "£29.99", language });
    const paths =
      language === "en"
        ? [`/quiz/${other?.id}?quantity=2`, "/profile?tab=details&edit=1", "/safer-play", "/verify-email", "/second-factor"]
        : ["/mail-preferences", "/profile?tab=play", "/profile?tab=security", "/passkeys", `/lottery/${queued?.id}/queue`];
    await keepPasskey(person.email);
    await walk(page, paths, language);
  });

  journey("of the back office", async ({ visit }) => {
    const page = await visit({ language, tolerate: TOLERATED });
    await signIn(page, shop);
    await walk(page, await backOffice(language), language);
  });
});

journey("no form loses typed text between the password and the second factor", async ({ visit }) => {
  const page = await visit({ language: "fr", tolerate: TOLERATED });
  const { ctx } = beside;
  const account = await findCredential(ctx.db, "player@concours.test");
  if (!account) throw new Error("The demonstration has no player");
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const ticket = await newTicket(ctx, account, { address: "127.0.0.1", userAgent });
  const [name = "", value = ""] = ticketCookie(ctx, ticket).split(";")[0]?.split("=") ?? [];
  await page.context().addCookies([{ name, value, url: shop.url }]);
  await walk(page, ["/login/code"], "fr");
});

describe("the walk", () => {
  journey("has met every address that takes a form", async () => {
    const forms = (await listAddresses()).filter(({ path, takesForms }) => takesForms && !NOT_FROM_PAGES.test(path));
    const unmet = forms
      .map(({ path }) => path)
      .filter((path) => {
        const pattern = new RegExp(`^${path.replace(/\/:\w+\?/g, "(?:/[^/]+)?").replace(/:\w+/g, "[^/]+")}/?$`);
        return ![...sentTo].some((each) => pattern.test(each || "/"));
      });
    expect(unmet).toEqual([]);
  });
});
