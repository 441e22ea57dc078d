import { randomUUID } from "node:crypto";
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { insertLink } from "#features/accounts/server/sign-in/link-store.ts";
import { advanceDraws } from "#features/draws/server/closing/advance-draws.ts";
import { setAutoDraw } from "#features/draws/server/drawing/request-draw.ts";
import { drawnDraw, filledDraw } from "#features/draws/server/draws.fixture.ts";
import { draftFor, makeAdmin } from "#features/mail/server/campaigns/campaigns.fixture.ts";
import { processCampaigns } from "#features/mail/server/campaigns/control-campaign.ts";
import { sendMassMail } from "#features/mail/server/campaigns/create-campaign.ts";
import { checkout, order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { listTables } from "#platform/backup/backup-tables.server.ts";
import { backupPaths, takeBackup } from "#platform/backup/backup.server.ts";
import { refuseHalfRestored } from "#platform/backup/half-restored.server.ts";
import { restoreBackup } from "#platform/backup/restore.server.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { FileStore } from "#platform/media/file-store.server.ts";
import { folderStore } from "#platform/media/media-folder.server.ts";
import { createMedia } from "#platform/media/media.server.ts";
import { mediaFolder } from "#platform/media/open-file-store.server.ts";
import { PROVIDER_KINDS } from "#platform/payments/registry.server.ts";
import type { Db } from "#platform/postgres/db.server.ts";
import { findBrokenInvariants } from "../checks/invariants.ts";
import { settleRestored } from "../checks/settle-restored.ts";
import { newPlace, type Place } from "./empty-place.fixture.ts";

let ctx: TestCtx;
let folder: string;
let dataDir: string;
let store: FileStore;
let backup: string;
let lottery: string;
let place: Place;
const places: Place[] = [];
beforeAll(async () => {
  ctx = await testCtx();
  folder = await mkdtemp(join(tmpdir(), "concours-backup-"));
  dataDir = join(folder, "shop");
  store = folderStore(mediaFolder(dataDir));
  const media = createMedia(store);
  ctx = { ...ctx, media };
  await filledDraw(ctx);
  await drawnDraw(ctx);
  lottery = await makeLottery(ctx);
  await addPicture(lottery);
  // One of them is its winner's photo, with its own address.
  await sql`UPDATE lotteries SET winner_photo_url = (SELECT replace(image_url, '/media/', '/media/winner-photos/') || '-' || widths[1] || '.webp'
    FROM lottery_images WHERE lottery_id = ${lottery}) WHERE id = ${lottery}`.execute(ctx.db);
  const { sessionId } = await order(ctx, lottery, 3);
  await pay(ctx, sessionId);
  await settleOrder(ctx, sessionId);
}, 120_000);
afterAll(async () => {
  for (const each of places) await each.drop();
  await ctx.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  place = await newPlace(folder);
  places.push(place);
  backup = `${place.dataDir}.backup`;
});

async function addPicture(lotteryId: string): Promise<void> {
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#7a1022" } })
    .png()
    .toBuffer();
  const stored = await ctx.media.store(bytes);
  if (!stored.ok) throw new Error(stored.error);
  const { url, widths, ...size } = stored.value;
  await ctx.db
    .insertInto("lottery_images")
    .values({ lottery_id: lotteryId, image_url: url, display_order: 0, widths: [...widths], ...size })
    .execute();
}

const backupTo = (into: string) =>
  takeBackup({ url: ctx.databaseUrl, dataDir, store, isDemo: false, folder: into, now: ctx.now() });
const restoreFrom = (from: string) => restoreBackup({ ...place, folder: from, log: ctx.log, prepare: settleRestored });

/** One hash for each table's rows. */
async function fingerprints(db: Db, url: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = await listTables(client).finally(() => client.end());
  const prints = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } =
        await sql`SELECT count(*) AS rows, md5(string_agg(t::text, ',' ORDER BY t::text)) AS print FROM ${sql.table(name)} t`.execute(
          db,
        );
      return [name, rows[0]];
    }),
  );
  return Object.fromEntries(prints);
}

describe("a shop that is restored", () => {
  it("has every row, every picture and all pending jobs of the backup", async () => {
    const before = await fingerprints(ctx.db, ctx.databaseUrl);
    const { manifest, files, missing } = await backupTo(backup);
    expect(missing).toEqual([]);
    expect(files).toBeGreaterThan(3);
    const restored = await restoreFrom(backup);
    await expect(refuseHalfRestored(place.url)).resolves.toBeUndefined();
    expect(restored.files).toBe(files);
    expect(restored.jobs).toBe(manifest.jobs.rows);
    expect(restored.jobs).toBeGreaterThan(0);
    expect(await fingerprints(place.db, place.url)).toEqual(before);
    const media = createMedia(place.store);
    expect(await findBrokenInvariants({ db: place.db, media })).toEqual([]);
    const queued = async (db: Db) =>
      (await sql`SELECT name, data FROM pgboss.job WHERE state = 'created' ORDER BY name, data::text`.execute(db)).rows;
    expect(await queued(place.db)).toEqual(await queued(ctx.db));
  });

  it("has the demonstration's provider ledgers and mailbox", async () => {
    const shop = `${place.dataDir}.demo`;
    const kept = [...Object.values(PROVIDER_KINDS).map((kind) => kind.folder), "mailbox"];
    for (const each of kept) await mkdir(join(shop, each), { recursive: true });
    for (const each of kept) await writeFile(join(shop, each, "page"), each);
    await takeBackup({ url: ctx.databaseUrl, dataDir: shop, store, isDemo: true, folder: backup, now: ctx.now() });
    await restoreFrom(backup);
    for (const each of kept) expect(await readFile(join(place.dataDir, each, "page"), "utf8")).toBe(each);
  });

  it("continues its sequences, and has its triggers", async () => {
    await backupTo(backup);
    await restoreFrom(backup);
    const next = { db: place.db, now: ctx.now };
    const numbers = await place.db.selectFrom("lotteries").select("short_number").execute();
    const id = await makeLottery(next);
    const made = await place.db.selectFrom("lotteries").select("short_number").where("id", "=", id).executeTakeFirstOrThrow();
    expect(made.short_number).toBe(Math.max(...numbers.map((row) => row.short_number)) + 1);
    await expect(place.db.deleteFrom("tickets").execute()).rejects.toThrow("append-only");
    await expect(place.db.deleteFrom("audit_log").execute()).rejects.toThrow("append-only");
  });

  it("keeps every invariant if backed up during purchases", async () => {
    const buyers = await Promise.all(Array.from({ length: 12 }, () => makeUser(ctx)));
    let going = true;
    let bought = 0;
    const buying = buyers.map(async (buyer) => {
      while (going && bought < 40) {
        const { sessionId } = await order(ctx, lottery, 2, buyer);
        await pay(ctx, sessionId);
        await settleOrder(ctx, sessionId);
        bought += 1;
        await checkout(ctx, lottery, 1, buyer);
      }
    });
    await backupTo(backup).finally(() => (going = false));
    await Promise.all(buying);
    await restoreFrom(backup);
    const media = createMedia(place.store);
    expect(await findBrokenInvariants({ db: place.db, media })).toEqual([]);
  });

  it("has no sessions or links, since some were revoked after the backup", async () => {
    const { userId, email } = await registered(ctx);
    const link = {
      id: randomUUID(),
      purpose: "reset-password",
      userId,
      email,
      expiresAt: new Date(ctx.now().getTime() + 60_000),
    };
    await ctx.db.transaction().execute((tx) => insertLink(tx, link, ctx.now()));
    await backupTo(backup);
    await restoreFrom(backup);
    expect(await place.db.selectFrom("sessions").select("id").execute()).toEqual([]);
    const links = await place.db.selectFrom("verifications").select("identifier").execute();
    expect(links).toContainEqual({ identifier: `verify-email:${userId}` });
    expect(links).not.toContainEqual({ identifier: `reset-password:${userId}` });
  });

  it("does not seal a list that may have been sealed since the backup without a decision of staff", async () => {
    const { id } = await filledDraw(ctx, { draws_by_itself: true });
    const { id: later } = await filledDraw(ctx, { ended: 1, draws_by_itself: true });
    await backupTo(backup);
    await restoreFrom(backup);
    await advanceDraws({ ...ctx, db: place.db });
    const draws = place.db
      .selectFrom("lotteries")
      .select(["id", "sales_state", "draws_by_itself"])
      .where("id", "in", [id, later]);
    expect(new Set(await draws.execute())).toEqual(
      new Set([
        { id, sales_state: "closing", draws_by_itself: false },
        { id: later, sales_state: "closing", draws_by_itself: true },
      ]),
    );
    const alerts = place.db.selectFrom("alerts").select("subject_id").where("kind", "=", "draw_held");
    expect(await alerts.execute()).toEqual([{ subject_id: id }]);
    await setAutoDraw(ctx, { kind: "command" }, { lotteryId: id, isOn: false });
  });

  it("does not resume a campaign without a decision of staff", async () => {
    await makeUser(ctx, { marketing_opt_in: true });
    const admin = await makeAdmin(ctx);
    const made = await sendMassMail(ctx, admin.actor, { ...draftFor(lottery), recipients: { kind: "all" } });
    if (!made.ok) throw new Error(made.error);
    await backupTo(backup);
    await restoreFrom(backup);
    const later = new Date(ctx.now().getTime() + 600_000);
    await processCampaigns({ ...ctx, db: place.db, now: () => later });
    const campaign = place.db.selectFrom("campaigns").select("state").where("id", "=", made.value.id);
    expect(await campaign.executeTakeFirst()).toEqual({ state: "done" });
    const mails = await place.db.selectFrom("mails").select("state").where("campaign_id", "=", made.value.id).execute();
    expect(mails).toEqual([{ state: "unknown" }]);
  });
});

it("a failed backup leaves nothing on the disk", async () => {
  const full = { ...store, read: () => Promise.reject(new Error("no space left on device")) };
  const options = { url: ctx.ownerUrl, dataDir, store: full, isDemo: true, folder: backup, now: new Date() };
  await expect(takeBackup(options)).rejects.toThrow("no space");
  await expect(stat(`${backup}.part`)).rejects.toThrow("ENOENT");
  await expect(stat(backup)).rejects.toThrow("ENOENT");
});

describe("nothing is restored", () => {
  it("from a damaged backup", async () => {
    await backupTo(backup);
    await appendFile(backupPaths(backup).table("orders"), "x");
    await expect(restoreFrom(backup)).rejects.toThrow("damaged");
    await rm(backupPaths(backup).table("orders"));
    await expect(restoreFrom(backup)).rejects.toThrow("missing");
    await expect(restoreFrom(join(folder, "nowhere"))).rejects.toThrow("no backup");
    expect(await place.db.introspection.getTables()).toEqual([]);
  });

  it("from the backup of a newer shop", async () => {
    await backupTo(backup);
    const { manifest } = backupPaths(backup);
    const read = JSON.parse(await readFile(manifest, "utf8"));
    await writeFile(manifest, JSON.stringify({ ...read, migrations: [...read.migrations, "9999_tomorrow"] }));
    await expect(restoreFrom(backup)).rejects.toThrow("newer version of the shop");
  });

  it("if its pictures cannot be written, and it can be retried", async () => {
    await backupTo(backup);
    const full = { ...place.store, write: () => Promise.reject(new Error("no space left on device")) };
    await expect(restoreBackup({ ...place, store: full, folder: backup, log: ctx.log, prepare: settleRestored })).rejects.toThrow(
      "no space",
    );
    expect((await restoreFrom(backup)).rows).toBeGreaterThan(0);
  });

  it("and no shop starts on it after an interrupted restore", async () => {
    await backupTo(backup);
    const prepare = () => Promise.reject(new Error("cut off"));
    await expect(restoreBackup({ ...place, folder: backup, log: ctx.log, prepare })).rejects.toThrow("cut off");
    await expect(refuseHalfRestored(place.url)).rejects.toThrow("was cut off");
    await expect(restoreFrom(backup)).rejects.toThrow("An earlier restore was cut off. Restore into a new database");
  });

  it("but a shop starts on an empty database on which its role has no rights", async () => {
    await sql`REVOKE ALL ON SCHEMA public FROM PUBLIC`.execute(place.db);
    await expect(refuseHalfRestored(place.url)).resolves.toBeUndefined();
  });

  it("over existing data", async () => {
    await backupTo(backup);
    const target = {
      url: ctx.databaseUrl,
      ownerUrl: ctx.ownerUrl,
      dataDir,
      store,
      folder: backup,
      log: ctx.log,
      prepare: settleRestored,
    };
    await expect(restoreBackup(target)).rejects.toThrow("not empty");
  });
});
