/** The operator's long texts. Each process caches the published ones and checks for changes once a second. */
import { sql } from "kysely";
import type { TextBodies, TextDocument } from "#shared/text/site-text.ts";
import type { Db } from "../postgres/db.server.ts";

/** A version of a text, shown from `publishAt` on. */
export type PublishedText = { readonly version: number; readonly bodies: TextBodies; readonly publishAt: Date };
/** `current`: the text in force at `now`; undefined if the shop's default text is shown. */
export type CachedTexts = {
  current(document: TextDocument, now: Date): PublishedText | undefined;
  refresh(): Promise<void>;
};

type CachedText = PublishedText & { readonly document: string };

export function cacheTexts(db: Db): CachedTexts {
  let cached: readonly CachedText[] = [];
  let changesRead = 0;
  const refresh = async () => {
    const count = await countChanges(db);
    if (count === changesRead) return;
    cached = await listPublished(db);
    changesRead = count;
  };
  return {
    refresh,
    current: (document, now) => cached.find((text) => text.document === document && text.publishAt <= now),
  };
}

/** A number that grows with each new or withdrawn version. */
async function countChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: string }>`SELECT count(*) + count(held_at) AS changes FROM site_texts`.execute(db);
  return Number(rows[0]?.changes ?? 0);
}

/**
 * Current and scheduled versions, newest first. A scheduled version that is older than one in force is left
 * out.
 */
async function listPublished(db: Db): Promise<readonly CachedText[]> {
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
