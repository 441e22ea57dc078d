/** The operator's long texts. Each process keeps what is published in memory, and looks once a second whether there is more. */
import { sql } from "kysely";
import { isDocument, type TextBodies, type TextDocument } from "#shared/site-text.ts";
import type { Db, Tx } from "./postgres/db.server.ts";

export type PublishedText = { readonly version: number; readonly bodies: TextBodies; readonly publishAt: Date };
export type SavedText = {
  readonly document: TextDocument;
  readonly version: number;
  readonly bodies: TextBodies;
  /** Undefined for a draft. */
  readonly publishAt: Date | undefined;
  readonly savedAt: Date;
  /** Set where it is not shown, whatever its time. */
  readonly heldAt?: Date | undefined;
};

/** A version whose time is still to come; `by` is undefined for the command line. */
export type ScheduledText = Pick<SavedText, "document" | "version"> & { readonly by: string | undefined };

export type KeptTexts = {
  /** What visitors see then; undefined while it is the shop's own text. */
  current(document: TextDocument, now: Date): PublishedText | undefined;
  refresh(): Promise<void>;
  list(document: TextDocument): Promise<readonly Omit<SavedText, "bodies">[]>;
  find(document: TextDocument, version?: number): Promise<SavedText | undefined>;
  listScheduled(now: Date): Promise<readonly ScheduledText[]>;
  /** @returns false where it is already */
  hold(tx: Tx, text: Pick<SavedText, "document" | "version">, at: Date): Promise<boolean>;
  /** @returns false where somebody else has saved this version meanwhile */
  save(tx: Tx, text: SavedText & { readonly by: string | undefined }): Promise<boolean>;
};

const MOST_LISTED = 50;
type Kept = PublishedText & { readonly document: string };

export function keepTexts(db: Db): KeptTexts {
  let kept: readonly Kept[] = [];
  let known = 0;
  const refresh = async () => {
    const count = await countChanges(db);
    if (count === known) return;
    kept = await listShown(db);
    known = count;
  };
  return {
    refresh,
    current: (document, now) => kept.find((text) => text.document === document && text.publishAt <= now),
    list: (document) => listTexts(db, document),
    find: (document, version) => findText(db, document, version),
    listScheduled: (now) => listScheduled(db, now),
    hold: setHeld,
    save: insertText,
  };
}

/** Versions come, and are held back; neither goes. */
async function countChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: string }>`SELECT count(*) + count(held_at) AS changes FROM site_texts`.execute(db);
  return Number(rows[0]?.changes ?? 0);
}

/** What is shown and what will be, newest first. An older one that is still to come has been overtaken. */
async function listShown(db: Db): Promise<readonly Kept[]> {
  const rows = await db
    .selectFrom("site_texts as t")
    .selectAll()
    .where("publish_at", "is not", null)
    .where("held_at", "is", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("site_texts as later")
            .select(sql`1`.as("one"))
            .whereRef("later.document", "=", "t.document")
            .whereRef("later.version", ">", "t.version")
            .where("later.held_at", "is", null)
            .where("later.publish_at", "<=", sql<Date>`now()`),
        ),
      ),
    )
    .orderBy("version", "desc")
    .execute();
  return rows.flatMap(({ document, version, bodies, publish_at }) =>
    publish_at ? [{ document, version, bodies: bodies as TextBodies, publishAt: publish_at }] : [],
  );
}

async function listTexts(db: Db, document: TextDocument): Promise<readonly Omit<SavedText, "bodies">[]> {
  const rows = await db
    .selectFrom("site_texts")
    .select(["version", "publish_at", "saved_at", "held_at"])
    .where("document", "=", document)
    .orderBy("version", "desc")
    .limit(MOST_LISTED)
    .execute();
  return rows.map((row) => ({
    ...{ document, version: row.version, publishAt: row.publish_at ?? undefined, savedAt: row.saved_at },
    heldAt: row.held_at ?? undefined,
  }));
}

/** Without a number, the newest, draft or not. */
async function findText(db: Db, document: TextDocument, version?: number): Promise<SavedText | undefined> {
  const row = await db
    .selectFrom("site_texts")
    .selectAll()
    .where("document", "=", document)
    .$if(version !== undefined, (query) => query.where("version", "=", version ?? 0))
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      document,
      version: row.version,
      bodies: row.bodies as TextBodies,
      publishAt: row.publish_at ?? undefined,
      savedAt: row.saved_at,
    }
  );
}

/** But those that a later one has overtaken already. */
async function listScheduled(db: Db, now: Date): Promise<readonly ScheduledText[]> {
  const rows = await db
    .selectFrom("site_texts as t")
    .select(["t.document", "t.version", "t.saved_by"])
    .where("t.publish_at", ">", now)
    .where("t.held_at", "is", null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("site_texts as later")
            .select("later.version")
            .whereRef("later.document", "=", "t.document")
            .whereRef("later.version", ">", "t.version")
            .where("later.held_at", "is", null)
            .where("later.publish_at", "<=", now),
        ),
      ),
    )
    .execute();
  return rows.flatMap(({ document, version, saved_by: by }) =>
    isDocument(document) ? [{ document, version, by: by ?? undefined }] : [],
  );
}

async function setHeld(tx: Tx, { document, version }: Pick<SavedText, "document" | "version">, at: Date): Promise<boolean> {
  const held = await tx
    .updateTable("site_texts")
    .set({ held_at: at })
    .where("document", "=", document)
    .where("version", "=", version)
    .where("held_at", "is", null)
    .executeTakeFirst();
  return held.numUpdatedRows === 1n;
}

async function insertText(tx: Tx, text: SavedText & { readonly by: string | undefined }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("site_texts")
    .values({
      document: text.document,
      version: text.version,
      bodies: JSON.stringify(text.bodies),
      publish_at: text.publishAt ?? null,
      saved_at: text.savedAt,
      saved_by: text.by ?? null,
    })
    .onConflict((conflict) => conflict.columns(["document", "version"]).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
