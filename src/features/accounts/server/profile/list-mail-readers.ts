/** Finds who may receive marketing mail. Check it again right before each mail is sent. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { MailTopic } from "../../rules/mail-refusal.ts";
import {
  countAddresses,
  countReaders,
  listReachable,
  listReaderPage,
  listReadersById,
  type MailReader,
} from "./mail-readers-store.ts";

export type { MailReader } from "./mail-readers-store.ts";

type Context = Pick<Ctx, "db" | "now">;
/** Sorts before all user ids. */
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const BATCH_SIZE = 5_000;

/** Existing accounts by id, each with the reason why it gets no mail, if any. */
export async function listMailReaders(
  ctx: Context,
  ids: readonly string[],
  topic?: MailTopic,
): Promise<ReadonlyMap<string, MailReader>> {
  const rows = await listReadersById(ctx.db, ids, { now: ctx.now(), topic });
  return new Map(rows.map((row) => [row.id, row]));
}

/** `q`: search text. `seesPeople`: may search by phone number and order, too. */
type Search = { readonly q: string; readonly topic: MailTopic; readonly seesPeople: boolean };

/** Everyone who matches the search and may get mail on the topic, in batches of 5,000, by user id. */
export async function* eachReachable(ctx: Context, search: Search): AsyncGenerator<readonly MailReader[]> {
  const now = ctx.now();
  for (let after = BEFORE_ALL; ;) {
    const some = await listReachable(ctx.db, { ...search, now, after, limit: BATCH_SIZE });
    const last = some.at(-1);
    if (!last) return;
    yield some;
    after = last.id;
  }
}

/** `found`: matches of the search. `reachable`: those who may get mail. `total`: everyone with an address. */
export type ReaderPage = {
  readonly rows: readonly MailReader[];
  readonly found: number;
  readonly reachable: number;
  readonly total: number;
};

/** A page of people who match the search, newest first, with or without consent. */
export async function findMailReaders(
  ctx: Context,
  search: Search & { readonly page: number; readonly perPage: number },
): Promise<ReaderPage> {
  const { q, topic, seesPeople, page, perPage } = search;
  const query = { now: ctx.now(), topic, q, seesPeople };
  const [rows, counts, total] = await Promise.all([
    listReaderPage(ctx.db, { ...query, limit: perPage, offset: (page - 1) * perPage }),
    countReaders(ctx.db, query),
    q === "" ? undefined : countAddresses(ctx.db),
  ]);
  return { rows, ...counts, total: total ?? counts.found };
}
