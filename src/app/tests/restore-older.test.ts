import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { takeBackup } from "#platform/backup/backup.server.ts";
import { restoreBackup } from "#platform/backup/restore.server.ts";
import { createLog } from "#platform/log.server.ts";
import { createMedia } from "#platform/media/media.server.ts";
import { migrate } from "#platform/postgres/migrate.server.ts";
import { findBrokenInvariants } from "../checks/invariants.ts";
import { settleRestored } from "../checks/settle-restored.ts";
import { newPlace, type Place } from "./empty-place.fixture.ts";

const log = createLog("fatal");
const now = () => new Date();
let folder: string;
const places: Place[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "concours-older-"));
});
afterAll(async () => {
  for (const place of places) await place.drop();
  await rm(folder, { recursive: true, force: true });
});

const emptyPlace = async () => {
  const place = await newPlace(folder);
  places.push(place);
  return place;
};

const files = await readdir(new URL("../../../migrations", import.meta.url));
const migrations = files.map((file) => file.replace(/\.sql$/, "")).toSorted();
const known = async (place: Place) =>
  (await sql<{ name: string }>`SELECT name FROM migrations ORDER BY id`.execute(place.db)).rows.map(({ name }) => name);

/** An older version's sale: three tickets, one of them void. */
async function sellSomething({ db }: Place): Promise<{ lottery: string; buyer: string }> {
  const lottery = await makeLottery({ db, now });
  const { id: buyer } = await makeUser({ db }, { phone: "(01632) 960 001" });
  const order = randomUUID();
  await sql`INSERT INTO orders (id, kind, state, lottery_id, user_id, quantity, unit_price_pence, total_pence, captured_pence, payment_intent_id, settled_at)
    VALUES (${order}, 'paid', 'paid', ${lottery}, ${buyer}, 3, 2999, 8997, 8997, ${`pi_${order}`}, now() - interval '1 hour')`.execute(
    db,
  );
  await sql`INSERT INTO tickets (lottery_id, ticket_number, order_id, user_id, tag)
    SELECT ${lottery}, n, ${order}, ${buyer}, decode(repeat('0' || n, 16), 'hex') FROM generate_series(1, 3) n`.execute(db);
  await sql`UPDATE tickets SET void_at = now() WHERE lottery_id = ${lottery} AND ticket_number = 2`.execute(db);
  await sql`UPDATE lotteries SET tickets_sold = 2, last_ticket_number = 3 WHERE id = ${lottery}`.execute(db);
  return { lottery, buyer };
}

it.each([
  ["the last change of the tables", migrations.length - 1],
  ["participants were counted, which are now", migrations.findIndex((name) => name.endsWith("_participants"))],
])("taken before %s is restored, migrated, and keeps every invariant", async (_, count) => {
  const older = await emptyPlace();
  await migrate(older.ownerUrl, log, count);
  expect(await known(older)).toEqual(migrations.slice(0, count));
  const sold = await sellSomething(older);
  const backup = `${older.dataDir}.backup`;
  const { manifest } = await takeBackup({ ...older, url: older.ownerUrl, isDemo: false, folder: backup, now: now() });
  expect(manifest.migrations).toEqual(migrations.slice(0, count));

  const newer = await emptyPlace();
  // An earlier attempt was interrupted after creating the tables.
  await migrate(newer.ownerUrl, log, count);
  const restored = await restoreBackup({ ...newer, folder: backup, log, prepare: settleRestored });
  expect(restored.rows).toBe(Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0));
  expect(await known(newer)).toEqual(migrations);
  const tickets = (place: Place) => place.db.selectFrom("tickets").selectAll().orderBy("ticket_number").execute();
  expect(await tickets(newer)).toMatchObject(await tickets(older));
  const taking = await newer.db.selectFrom("participants").selectAll().execute();
  expect(taking).toEqual([{ lottery_id: sold.lottery, user_id: sold.buyer, tickets: 2 }]);
  const buyer = newer.db.selectFrom("users").select("phone").where("id", "=", sold.buyer);
  // A migration after the backup normalises phone numbers.
  const isSpelt = !migrations.slice(0, count).some((name) => name.endsWith("_phone_numbers"));
  expect(await buyer.executeTakeFirst()).toEqual({ phone: isSpelt ? "+441632960001" : "(01632) 960 001" });
  const media = createMedia(newer.store);
  expect(await findBrokenInvariants({ db: newer.db, media })).toEqual([]);
});

it("is refused for empty tables of a later version", async () => {
  const older = await emptyPlace();
  await migrate(older.ownerUrl, log, migrations.length - 1);
  const backup = `${older.dataDir}.backup`;
  await takeBackup({ ...older, url: older.ownerUrl, isDemo: false, folder: backup, now: now() });
  const newer = await emptyPlace();
  await migrate(newer.ownerUrl, log);
  await expect(restoreBackup({ ...newer, folder: backup, log, prepare: settleRestored })).rejects.toThrow(
    "tables of a newer version than the backup",
  );
});
