/** The forms of the back office, sent as a browser does in which no script runs: nothing typed is lost, and nothing of a colleague's. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { type Fields, ownerCookie, saidOf, withoutScripts } from "./without-scripts.fixture.tsx";

let ctx: TestCtx;
let cookie: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  cookie = await ownerCookie(ctx);
});
afterAll(() => ctx.close());

describe("a waiting room", () => {
  const PLAN = { intent: "set", opens_at: "", gather_minutes: "30", per_minute: "100", most_inside: "200" };
  const ofRoom = async () => {
    const id = await makeLottery(ctx);
    const path = "/admin/lotteries/:lotteryId/queue";
    const address = `/admin/lotteries/${id}/queue`;
    return (fields?: Fields) => withoutScripts(ctx, path, { address, cookie, ...(fields && { fields }) });
  };

  it("keeps what one of two has saved until the other one has read that it is there", async () => {
    const room = await ofRoom();
    const shown = await room();
    const version = shown.field("version") ?? "-";
    expect((await room({ ...PLAN, version })).status).toBe(200);
    // Pressed twice, it is saved, and no word of a colleague.
    expect((await room({ ...PLAN, version })).status).toBe(200);

    const mine = await room({ ...PLAN, version, per_minute: "7" });
    expect(mine.status).toBe(409);
    expect(saidOf(mine)).toEqual([ctx.messages.en.t("admin-lotteries:queue.errors.changed_meanwhile")]);
    expect(mine.field("per_minute")).toBe("7");
    expect((await room()).field("per_minute")).toBe("100");

    expect((await room({ ...PLAN, version: mine.field("version") ?? "", per_minute: "7" })).status).toBe(200);
    expect((await room()).field("per_minute")).toBe("7");
  });

  it("that a colleague has closed is not opened by who saves its pace", async () => {
    const room = await ofRoom();
    await room({ ...PLAN, version: "" });
    const version = (await room()).field("version") ?? "";
    await room({ intent: "close" });
    expect((await room({ ...PLAN, version, per_minute: "7" })).status).toBe(409);
    expect((await room()).html).toContain(ctx.messages.en.t("admin-lotteries:queue.switchOn"));
  });

  it("that is refused keeps what was typed", async () => {
    const room = await ofRoom();
    for (const [name, value] of [
      ["opens_at", "tomorrow"],
      ["most_inside", "many"],
    ] as const) {
      const refused = await room({ ...PLAN, version: "", per_minute: "55", [name]: value });
      expect(refused.status).toBe(422);
      expect([refused.field("per_minute"), refused.field(name)]).toEqual(["55", value]);
    }
  });
});

describe("an endpoint of webhooks", () => {
  it("keeps what one of two has saved until the other one has read that it is there", async () => {
    const added = { intent: "add", url: "https://crm.example.com/hook", event: "order.paid" };
    await withoutScripts(ctx, "/admin/webhooks", { cookie, fields: added });
    const { id } = await ctx.db.selectFrom("webhook_endpoints").select("id").executeTakeFirstOrThrow();
    const endpoint = (fields?: Fields) =>
      withoutScripts(ctx, "/admin/webhooks/:endpointId", { address: `/admin/webhooks/${id}`, cookie, ...(fields && { fields }) });
    const version = (await endpoint()).field("version") ?? "-";
    const theirs = { intent: "change", version, url: "https://new.example.com/hook", event: ["order.paid", "draw.drawn"] };
    expect((await endpoint(theirs)).status).toBe(200);
    expect((await endpoint(theirs)).status).toBe(200);

    const my = { ...theirs, url: "https://mine.example.com/hook", event: "order.paid" };
    const refused = await endpoint(my);
    expect(refused.status).toBe(409);
    expect(saidOf(refused)).toEqual([ctx.messages.en.t("admin-api:hooks.errors.changed_meanwhile")]);
    expect(refused.field("url")).toBe(my.url);
    expect((await endpoint()).field("url")).toBe(theirs.url);
    expect((await endpoint({ ...my, version: refused.field("version") ?? "" })).status).toBe(200);
  });
});
