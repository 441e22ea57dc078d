import type { Db, Tx } from "#platform/postgres/db.server.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import type { PrizeImprovement } from "../../rules/prize/prize-improvement.ts";

type Added =
  | { readonly kind: "value"; readonly from: Pence; readonly to: Pence }
  | { readonly kind: "note"; readonly text: { readonly en: string; readonly fr: string } }
  | { readonly kind: "picture"; readonly url: string };

export async function insertImprovement(
  tx: Tx,
  added: Added,
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
      kind: added.kind,
      request_key: requestKey ?? null,
      ...(added.kind === "value" && { from_pence: added.from, to_pence: added.to }),
      ...(added.kind === "note" && { note_en: added.text.en, note_fr: added.text.fr }),
      ...(added.kind === "picture" && { image_url: added.url }),
    })
    .execute();
}

export async function isAddedBy(db: Db | Tx, lotteryId: string, requestKey: string): Promise<boolean> {
  const added = db.selectFrom("prize_improvements").select("id").where("lottery_id", "=", lotteryId);
  return (await added.where("request_key", "=", requestKey).executeTakeFirst()) !== undefined;
}

export async function listImprovementRows(db: Db | Tx, lotteryId: string): Promise<PrizeImprovement[]> {
  const rows = await db.selectFrom("prize_improvements").selectAll().where("lottery_id", "=", lotteryId).orderBy("id").execute();
  return rows.map((row) => {
    const { at } = row;
    if (row.kind === "value") return { at, kind: "value", from: pence(row.from_pence ?? 0), to: pence(row.to_pence ?? 0) };
    if (row.kind === "note") return { at, kind: "note", text: { en: row.note_en ?? "", fr: row.note_fr ?? "" } };
    return { at, kind: "picture", url: row.image_url ?? "" };
  });
}
