import type { Tx } from "#platform/postgres/db.server.ts";
import type { BrandChoice } from "#shared/brand/brand.ts";

/** `by`: user id. */
type BrandRow = {
  readonly version: number;
  readonly choice: BrandChoice;
  readonly at: Date;
  readonly by: string | undefined;
};

/** Stores a new version of the brand. False if the version exists: a colleague was first. */
export async function insertBrand(tx: Tx, { version, choice, at, by }: BrandRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("shop_brands")
    .values({ version, choice: JSON.stringify(choice), saved_at: at, saved_by: by ?? null })
    .onConflict((conflict) => conflict.column("version").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
