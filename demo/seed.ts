/** Seeds an empty demo: people who can sign in, draws in every state, orders, winners with photos. */
import { sql } from "kysely";
import { createPasswords } from "#features/accounts/server/sign-in/password-hash.ts";
import { entriesDue } from "#features/lotteries/rules/dates/draw-dates.ts";
import { HELP_CHECK, STATEMENTS } from "#features/player-protection/rules/operator-statements.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import type { Picture } from "#shared/brand/picture.ts";
import { type Day, londonDate } from "#shared/dates/dates.ts";
import { END_OF_DAY } from "#shared/dates/draw-hours.ts";
import { DEMO_DRAWS, type DemoDraw, MARQUES } from "./draws.ts";
import { finishDraw } from "./finish-draw.ts";
import { fillDraw } from "./orders.ts";
import { ADMIN, FINANCE, PEOPLE, PLAYER } from "./people.ts";
import { storeDemoPictures } from "./pictures.ts";
import { type RandomSource, seededRandom } from "./random.ts";
import { tellStory } from "./story.ts";

const VIEWS = ["front", "rear", "detail"] as const;

/** Does nothing if there is an account or a draw. One transaction, so that nothing is left half done. */
export async function seedDemo(ctx: Ctx): Promise<boolean> {
  if (await hasContent(ctx.db)) return false;
  const pictures = await storeDemoPictures(ctx.media);
  return ctx.db.transaction().execute(async (tx) => {
    // The second of two concurrent starts finds the first one's data.
    await sql`SELECT pg_advisory_xact_lock(hashtext('demo'))`.execute(tx);
    if (await hasContent(tx)) return false;
    const luck = seededRandom(2026);
    const { adminId, financeId, playerIds } = await addPeople(tx, { now: ctx.now(), passwordCost: ctx.passwordCost });
    await confirmStatements(tx, ctx.now());
    for (const [i, draw] of DEMO_DRAWS.entries()) await addDraw(ctx, tx, { draw, number: i + 1, pictures, playerIds, luck });
    await tellStory(ctx, tx, { adminId, financeId, playerId: playerIds[0] ?? "" });
    return true;
  });
}

async function hasContent(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{
    full: boolean;
  }>`SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM lotteries) AS full`.execute(db);
  return rows[0]?.full ?? false;
}

/** One hash for all players, because forty hashes take seconds. */
async function addPeople(
  tx: Tx,
  { now, passwordCost }: { now: Date } & Pick<Ctx, "passwordCost">,
): Promise<{ adminId: string; financeId: string; playerIds: string[] }> {
  const { hash } = createPasswords(undefined, passwordCost);
  const [adminPassword, playerPassword] = await Promise.all([hash(ADMIN.password), hash(PLAYER.password)]);
  const people = [
    { ...PLAYER, county: "West Yorkshire" },
    ...PEOPLE.map((person) => ({ ...person, email: `${person.first}.${person.last}@concours.test`.toLowerCase() })),
  ];
  const staff = [ADMIN, FINANCE].map((person) => ({ ...person, county: "Greater London" }));
  const rows = [...staff, ...people].map(({ email, first, last, county }, i) => ({
    email,
    email_verified: true,
    first_name: first,
    last_name: last,
    county,
    phone: `+447700900${String(100 + i)}`,
    birth_date: `${1960 + ((i * 7) % 42)}-${String(1 + (i % 12)).padStart(2, "0")}-${String(1 + (i % 28)).padStart(2, "0")}`,
    marketing_opt_in: i % 3 !== 0,
    full_name_public: true,
    created_at: daysFrom(now, -120 + i * 2),
  }));
  const added = await tx.insertInto("users").values(rows).returning(["id", "email"]).execute();
  await tx
    .insertInto("credentials")
    .values(
      added.map((user) => ({
        user_id: user.id,
        account_id: user.id,
        password: staff.some(({ email }) => email === user.email) ? adminPassword : playerPassword,
      })),
    )
    .execute();
  const [admin, finance, ...players] = added;
  const [player] = players;
  if (!admin || !finance || !player) throw new Error("The demonstration has no people");
  await limitPlayer(tx, player.id, now);
  await tx
    .insertInto("admin_user")
    .values([{ id: admin.id }, { id: finance.id, role: "finance" }])
    .execute();
  const consents = rows.flatMap((row, i) =>
    row.marketing_opt_in && added[i] ? [{ user_id: added[i].id, kind: "marketing", given: true, source: "demo" }] : [],
  );
  await tx.insertInto("consents").values(consents).execute();
  return { adminId: admin.id, financeId: finance.id, playerIds: players.map(({ id }) => id) };
}

async function confirmStatements(tx: Tx, now: Date): Promise<void> {
  const rows = [...STATEMENTS, HELP_CHECK].map((key) => ({ key, is_confirmed: true, stated_at: now }));
  await tx.insertInto("operator_statements").values(rows).execute();
}

async function limitPlayer(tx: Tx, userId: string, now: Date): Promise<void> {
  const set = { user_id: userId, limit_since: daysFrom(now, -100), monthly_limit_pence: 30_000, asked_at: daysFrom(now, -100) };
  await tx.insertInto("player_limits").values(set).execute();
}

type Adding = { draw: DemoDraw; number: number; pictures: Map<string, Picture>; playerIds: string[]; luck: RandomSource };

async function addDraw(ctx: Ctx, tx: Tx, { draw, number, pictures, playerIds, luck }: Adding): Promise<void> {
  const now = ctx.now();
  const { id, opens_at, closes_at, end_date, end_time } = await tx
    .insertInto("lotteries")
    .values({
      title: draw.title,
      title_fr: draw.title,
      description: draw.description.en,
      description_fr: draw.description.fr,
      price_per_ticket_pence: Math.round(draw.price * 100),
      price_value_pence: draw.value * 100,
      tickets_available: draw.available,
      start_date: londonDate(daysFrom(now, draw.starts)),
      end_date: lastDay(draw, now),
      status: draw.status === "draft" ? "draft" : "active",
      quiz: JSON.stringify(quizFor(draw.marque)),
      quiz_right_option: draw.marque.toLowerCase(),
      created_at: daysFrom(now, Math.min(draw.starts, 0) - 2),
    })
    .returning(["id", "opens_at", "closes_at", "end_date", "end_time"])
    .executeTakeFirstOrThrow();
  await addPictures(tx, id, draw.car, pictures);
  if (draw.sold === 0) return;

  const until = new Date(Math.min(closes_at.getTime(), now.getTime()) - 3_600_000);
  const unitPrice = Math.round(draw.price * 100);
  await fillDraw(tx, {
    lotteryId: id,
    unitPrice,
    sold: draw.sold,
    own: draw.own,
    ownCards: draw.ownCards ?? 0,
    from: opens_at,
    until,
    playerIds,
    luck,
    prefix: String(number),
  });
  if (draw.status !== "completed") return;

  // Once the last postal entry can have arrived.
  const due = entriesDue({ endDate: end_date, endTime: end_time, takesFreeEntries: true });
  const winnerId = await finishDraw(ctx, tx, id, due);
  await deliver(tx, id, due);
  await tx
    .updateTable("lotteries")
    .set({ winner_photo_url: `${pictureOf(pictures, draw.car, "front").url}-1200.webp` })
    .where("id", "=", id)
    .execute();
  await tx.updateTable("users").set({ full_name_public: true }).where("id", "=", winnerId).execute();
}

async function deliver(tx: Tx, lotteryId: string, due: Date): Promise<void> {
  await tx
    .updateTable("draws")
    .set({
      prize_contacted_at: daysFrom(due, 1),
      prize_confirmed_at: daysFrom(due, 3),
      prize_checked_at: daysFrom(due, 8),
      prize_check_document: "passport",
      prize_delivered_at: daysFrom(due, 12),
    })
    .where("lottery_id", "=", lotteryId)
    .execute();
}

/** So many days after the end, postal entries are still on their way. */
const POST_DAYS = 3;

/**
 * A draw that ended before the last few days ended early enough that no postal entry can be on its way,
 * whatever the bank holidays.
 */
export function lastDay({ ends }: Pick<DemoDraw, "ends">, now: Date): Day {
  const day = londonDate(daysFrom(now, ends));
  const isDue = ends >= -POST_DAYS || entriesDue({ endDate: day, endTime: END_OF_DAY, takesFreeEntries: true }) <= now;
  return isDue ? day : lastDay({ ends: ends - 1 }, now);
}

async function addPictures(tx: Tx, lotteryId: string, car: string, pictures: Map<string, Picture>): Promise<void> {
  const rows = VIEWS.map((view, i) => {
    const { url, width, height, widths, placeholder } = pictureOf(pictures, car, view);
    return { lottery_id: lotteryId, image_url: url, display_order: i, width, height, widths: [...widths], placeholder };
  });
  await tx.insertInto("lottery_images").values(rows).execute();
}

function pictureOf(pictures: Map<string, Picture>, car: string, view: string): Picture {
  const picture = pictures.get(`${car}-${view}`);
  if (!picture) throw new Error(`The demo has no picture ${car}-${view}`);
  return picture;
}

/** The specified question; the options are the demo's own marques, the right one among them. */
function quizFor(marque: string) {
  const others = MARQUES.filter((other) => other !== marque).slice(0, 3);
  const names = [...others, marque].sort();
  return {
    question: { en: "What is the make of this car?", fr: "Quelle est la marque de cette voiture\u00a0?" },
    options: names.map((name) => ({ id: name.toLowerCase(), en: name, fr: name })),
  };
}

function daysFrom(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}
