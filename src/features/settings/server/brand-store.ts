import type { Tx } from "#platform/postgres/db.server.ts";
import type { BrandChoice } from "#shared/brand/brand.ts";

type BrandRow = {
  readonly version: number;
  readonly choice: BrandChoice;
  readonly at: Date;
  readonly by: string | undefined;
};

export async function insertBrand(tx: Tx, { version, choice, at, by }: BrandRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("shop_brands")
    .values({ version, choice: JSON.stringify(choice), saved_at: at, saved_by: by ?? null })
    .onConflict((conflict) => conflict.column("version").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
