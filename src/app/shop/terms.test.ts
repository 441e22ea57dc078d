/** What the terms call the draws, in each of the two wordings. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { loader } from "./terms-page.tsx";

let specified: TestCtx;
let byChance: TestCtx;
beforeAll(async () => {
  specified = await testCtx();
  byChance = await testCtx({ WORDING: "by-chance" });
});
afterAll(() => Promise.all([specified.close(), byChance.close()]));

it("they are games of skill as specified, until one setting calls them draws by chance", () => {
  const said = (ctx: TestCtx, locale: "en" | "fr") => {
    const { game } = loader({ context: requestContext(ctx) } as never);
    return ctx.words[locale].getFixedT(null, "terms")(`${game as "game"}.text`, { returnObjects: true }) as unknown as string[];
  };
  expect(said(specified, "en")[0]).toContain("skill-based games, not gambling");
  expect(said(byChance, "en")[0]).toContain("the winner is drawn by chance");
  expect(said(byChance, "fr")[0]).toContain("le gagnant est désigné par le hasard");
  expect(said(byChance, "en")[1]).toBe(said(specified, "en")[1]);
});
