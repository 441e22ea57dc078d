/** Table `site_texts`: versions of the operator's long texts. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { isDocument, type TextBodies, type TextDocument } from "#shared/text/site-text.ts";

/** `publishAt` undefined: a draft. `bodies`: the text by language; empty for the built-in text. */
export type SavedText = {
  readonly document: TextDocument;
  readonly version: number;
  readonly bodies: TextBodies;
  readonly publishAt: Date | undefined;
  readonly savedAt: Date;
  /** Held texts are never shown. */
  readonly heldAt?: Date | undefined;
};

/** `by`: id of the user who scheduled it. */
export type ScheduledText = Pick<SavedText, "document" | "version"> & { readonly by: string | undefined };

const MOST_LISTED = 50;

/** The newest versions without their texts. */
export async function listTexts(db: Db, document: TextDocument): Promise<readonly Omit<SavedText, "bodies">[]> {
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

/** A version, by default the newest. */
export async function findText(db: Db, document: TextDocument, version?: number): Promise<SavedText | undefined> {
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

/** Versions that will be shown later, unless a newer one already is. */
export async function listScheduled(db: Db, now: Date): Promise<readonly ScheduledText[]> {
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

/** False if it is already held. */
export async function holdVersion(
  tx: Tx,
  { document, version }: Pick<SavedText, "document" | "version">,
  at: Date,
): Promise<boolean> {
  const held = await tx
    .updateTable("site_texts")
    .set({ held_at: at })
    .where("document", "=", document)
    .where("version", "=", version)
    .where("held_at", "is", null)
    .executeTakeFirst();
  return held.numUpdatedRows === 1n;
}

/** False if the version exists. */
export async function insertText(tx: Tx, text: SavedText & { readonly by: string | undefined }): Promise<boolean> {
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
