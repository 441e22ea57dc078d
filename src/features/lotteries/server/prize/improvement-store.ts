/** Additions to prizes: table `prize_improvements`. */
import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { PrizeImprovement } from "../../rules/prize/prize-improvement.ts";

/** A value raised from one to another, a note, or a picture. */
type Addition =
  | { readonly kind: "value"; readonly from: Pence; readonly to: Pence }
  | { readonly kind: "note"; readonly text: { readonly en: string; readonly fr: string } }
  | { readonly kind: "picture"; readonly url: string };

/** `requestKey`: of the form. */
export async function insertImprovement(
  tx: Tx,
  addition: Addition,
  {
    lotteryId,
    at,
    byAdmin,
    requestKey,
  }: { lotteryId: string; at: Date; byAdmin: string | undefined; requestKey: string | undefined },
): Promise<void> {
  await tx
    .insertInto("prize_improvements")
    .values({
      lottery_id: lotteryId,
      at,
      by_admin: byAdmin ?? null,
      kind: addition.kind,
      request_key: requestKey ?? null,
      ...(addition.kind === "value" && { from_pence: addition.from, to_pence: addition.to }),
      ...(addition.kind === "note" && { note_en: addition.text.en, note_fr: addition.text.fr }),
      ...(addition.kind === "picture" && { image_url: addition.url }),
    })
    .execute();
}

/** Whether a form with this key has added to the draw's prize. */
export async function isAddedBy(db: Db | Tx, lotteryId: string, requestKey: string): Promise<boolean> {
  const added = db.selectFrom("prize_improvements").select("id").where("lottery_id", "=", lotteryId);
  return (await added.where("request_key", "=", requestKey).executeTakeFirst()) !== undefined;
}

/** In the order of addition. */
export async function listImprovementRows(db: Db | Tx, lotteryId: string): Promise<PrizeImprovement[]> {
  const rows = await db.selectFrom("prize_improvements").selectAll().where("lottery_id", "=", lotteryId).orderBy("id").execute();
  return rows.map((row) => {
    const { at } = row;
    if (row.kind === "value") return { at, kind: "value", from: pence(row.from_pence ?? 0), to: pence(row.to_pence ?? 0) };
    if (row.kind === "note") return { at, kind: "note", text: { en: row.note_en ?? "", fr: row.note_fr ?? "" } };
    return { at, kind: "picture", url: row.image_url ?? "" };
  });
}
