/** A query whose text is kept asks the same as one that is put together each time, with the values of each call. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCtx, testCtx } from "../ctx.fixture.ts";
import { keepText } from "./kept-text.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

describe("a text that is kept", () => {
  it("is put together once, and asks with the values of each call", async () => {
    let built = 0;
    const pick = keepText((db, { at, name }: { readonly at: number; readonly name: string }) => {
      built++;
      return db
        .selectFrom(sql<{ n: number; name: string }>`(VALUES (1, 'a'), (2, 'b'), (3, 'c'))`.as(sql`rows(n, name)`))
        .select(["n", sql<number>`7`.as("seven")])
        .where((eb) => eb.or([eb("n", "=", at), eb("name", "=", name), eb("n", "=", 99)]))
        .orderBy("n");
    });
    const ask = async (values: { at: number; name: string }) => (await pick(ctx.db, values).execute(ctx.db)).rows;
    expect(await ask({ at: 1, name: "c" })).toEqual([
      { n: 1, seven: 7 },
      { n: 3, seven: 7 },
    ]);
    expect(await ask({ name: "b", at: 2 })).toEqual([{ n: 2, seven: 7 }]);
    expect(built).toBe(1);
  });

  it("is a part of another one, among values of that one", async () => {
    const part = keepText((db, { name }: { readonly name: string }) =>
      db.selectNoFrom([sql<string>`${name}::text`.as("first"), sql<string>`${name}::text || '!'`.as("second")]),
    );
    const { rows } = await sql`SELECT ${"before"}::text AS before, part.*, ${"after"}::text AS after
      FROM (${part(ctx.db, { name: "within" })}) AS part`.execute(ctx.db);
    expect(rows).toEqual([{ before: "before", first: "within", second: "within!", after: "after" }]);
  });

  it("loses no value to a rest or a spread", () => {
    const spread = keepText((db, values: { readonly n: number }) => db.selectNoFrom(sql`${{ ...values }.n}::int`.as("n")));
    expect(() => spread(ctx.db, { n: 1 })).toThrow("taken by their names");
  });

  it("takes a dollar in a text for no parameter", () => {
    const odd = keepText((db, { n }: { readonly n: number }) =>
      db.selectFrom(sql`(SELECT 'costs $5')`.as("t")).select(sql`${n}::int`.as("n")),
    );
    expect(() => odd(ctx.db, { n: 1 })).toThrow("a $ that is no parameter's");
  });
});
