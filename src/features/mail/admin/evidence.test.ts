/** The evidence file of a dispute: access, content, and escaping of texts that a buyer typed. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { settleDispute } from "#features/orders/server/disputes/settle-dispute.ts";
import { control, order, pay } from "#features/orders/server/orders.fixture.ts";
import { settleOrder } from "#features/orders/server/settlement/settle-order.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { get as loader } from "./evidence-route.ts";

let ctx: TestCtx;
let cookie: string;
let playerCookie: string;
let disputeId: string;
let orderId: string;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const [boss, player] = [await registered(ctx), await registered(ctx)];
  cookie = sessionCookie(ctx, boss.sessionToken).split(";")[0] ?? "";
  playerCookie = sessionCookie(ctx, player.sessionToken).split(";")[0] ?? "";
  await ctx.db.insertInto("admin_user").values({ id: boss.userId }).execute();
  const buyer = await makeUser(ctx, { first_name: '<img src=x onerror="alert(1)">', last_name: "Reed" });
  const made = await order(ctx, await makeLottery(ctx), 2, buyer);
  orderId = made.orderId;
  await pay(ctx, made.sessionId);
  await settleOrder(ctx, made.sessionId);
  const { id } = (await control(ctx, `/_simulator/charges/${made.sessionId}/dispute`, {})) as { id: string };
  await settleDispute(ctx, id, "stripe");
  const row = await ctx.db.selectFrom("disputes").select("id").where("provider_id", "=", id).executeTakeFirstOrThrow();
  disputeId = row.id;
});
afterAll(() => ctx.close());

async function get(who: string, id = disputeId) {
  const request = new Request(`http://localhost:3000/admin/disputes/${id}/evidence.html`, { headers: { Cookie: who } });
  const args = { request, context: requestContext(ctx), params: { disputeId: id }, url: new URL(request.url), pattern: "" };
  try {
    return await loader(args as unknown as Parameters<typeof loader>[0]);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  }
}
const exports = async () =>
  (
    await ctx.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", orderId)
      .where("action", "=", "dispute.export")
      .execute()
  ).length;

it("is sent as a file to a re-authenticated administrator, and is logged", async () => {
  const file = await get(cookie);
  expect([file.status, file.headers.get("Content-Disposition"), file.headers.get("Cache-Control")]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="evidence-dp_\w+\.html"$/),
    "no-store",
  ]);
  expect(await exports()).toBe(1);
  const text = await file.text();
  for (const wanted of [
    orderId,
    "£59.98",
    "Terms accepted",
    "version 20",
    "Refund policy",
    "Reason given",
    "fraudulent",
    "-000001",
  ])
    expect(text, wanted).toContain(wanted);
  expect(text).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  expect(text).not.toMatch(/<img|<script|https?:\/\/(?!localhost)/);
  // A tag is private until the list is public.
  const [ticket] = await ctx.db.selectFrom("tickets").select("tag").where("order_id", "=", orderId).execute();
  expect(text).not.toContain(ticket?.tag.toString("hex"));
  expect(text).toContain("published with the entry list");
});

it("requires the password again an hour later, and is closed to others", async () => {
  const before = await exports();
  ctx.setNow(new Date(Date.now() + 20 * 60_000));
  const late = await get(cookie);
  expect([late.status, late.headers.get("Location")?.split("?")[0]]).toEqual([302, expect.stringContaining("confirm")]);
  ctx.setNow(undefined);
  expect((await get(playerCookie)).status).toBe(302);
  expect((await get("")).status).toBe(302);
  expect((await get(cookie, "nonsense")).status).toBe(404);
  expect(await exports()).toBe(before);
});
