/** Who may receive marketing mail. Check it right before each mail is sent. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { MailTopic } from "../../rules/mail-refusal.ts";
import {
  countEverybody,
  countReaders,
  listReachable,
  listReaderPage,
  listReadersById,
  type MailReader,
} from "./mail-readers-store.ts";

export type { MailReader } from "./mail-readers-store.ts";

type Asking = Pick<Ctx, "db" | "now">;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const AT_ONCE = 5_000;

/** Existing accounts by id, each with the reason why it gets no mail, if any. */
export async function listMailReaders(
  ctx: Asking,
  ids: readonly string[],
  topic?: MailTopic,
): Promise<ReadonlyMap<string, MailReader>> {
  const rows = await listReadersById(ctx.db, ids, { now: ctx.now(), topic });
  return new Map(rows.map((row) => [row.id, row]));
}

type Wanted = { readonly q: string; readonly topic: MailTopic; readonly seesPeople: boolean };

export async function* eachReachable(ctx: Asking, wanted: Wanted): AsyncGenerator<readonly MailReader[]> {
  const now = ctx.now();
  for (let after = BEFORE_ALL; ;) {
    const some = await listReachable(ctx.db, { ...wanted, now, after, limit: AT_ONCE });
    const last = some.at(-1);
    if (!last) return;
    yield some;
    after = last.id;
  }
}

export type ReaderPage = {
  readonly rows: readonly MailReader[];
  readonly found: number;
  readonly reachable: number;
  readonly total: number;
};

export async function findMailReaders(
  ctx: Asking,
  wanted: Wanted & { readonly page: number; readonly perPage: number },
): Promise<ReaderPage> {
  const { q, topic, seesPeople, page, perPage } = wanted;
  const asked = { now: ctx.now(), topic, q, seesPeople };
  const [rows, counts, total] = await Promise.all([
    listReaderPage(ctx.db, { ...asked, limit: perPage, offset: (page - 1) * perPage }),
    countReaders(ctx.db, asked),
    q === "" ? undefined : countEverybody(ctx.db),
  ]);
  return { rows, ...counts, total: total ?? counts.found };
}
