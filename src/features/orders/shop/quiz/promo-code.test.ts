/** Promotion codes in a purchase: on the page of the draw, in the form, and in requests of programs. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { makeLottery, RIGHT_ANSWER } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import type { Promotion } from "#features/lotteries/rules/purchase/promotion.ts";
import { createPromotion } from "#features/lotteries/server/promotion-codes.ts";
import * as draw from "#features/lotteries/shop/lottery-page.tsx";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import * as route from "../create-checkout-route.ts";
import * as quiz from "./quiz-page.tsx";

let ctx: TestCtx;
let cookie = "";
let lottery: string;
let promotion: Promotion;

beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
  const buyer = await registered(ctx);
  cookie = sessionCookie(ctx, buyer.sessionToken).split(";")[0] ?? "";
  lottery = await makeLottery(ctx);
  const picture = { width: 1600, height: 1000, widths: [800], placeholder: "data:," };
  await ctx.db
    .insertInto("lottery_images")
    .values({ ...picture, lottery_id: lottery, image_url: "/media/car", display_order: 0 })
    .execute();
  const expiresAt = new Date(ctx.now().getTime() + 86_400_000);
  promotion = await ctx.db.transaction().execute((tx) => createPromotion(ctx, tx, { percentOff: 10, expiresAt }));
});
// Its pictures are rows without files.
afterAll(() => ctx.close({ broken: ["pictures-exist"] }));

const page = z.object({ data: z.looseObject({}) });
const show = async (query: string) => {
  const request = new Request(`http://localhost:3000/quiz/${lottery}?${query}`, { headers: { cookie } });
  return page.parse(await quiz.loader({ request, params: { lotteryId: lottery }, context: requestContext(ctx) } as never)).data;
};
const ask = async (body: object) => {
  const request = new Request("http://localhost:3000/functions/create-checkout-session-lottery", {
    method: "POST",
    headers: { cookie, "Content-Type": "application/json" },
    body: JSON.stringify({ lotteryId: lottery, answer: RIGHT_ANSWER, ...body }),
  });
  const reply = await route.post({ request, params: {}, context: requestContext(ctx) } as never);
  return { status: reply.status, body: z.looseObject({}).parse(await reply.json()) };
};
/** How the page of the draw judges a code in its address. */
const findCode = async (code: string, who = cookie) => {
  const request = new Request(`http://localhost:3000/lottery/${lottery}?code=${code}`, { headers: { cookie: who } });
  const reply = await draw.loader({ request, params: { lotteryId: lottery }, context: requestContext(ctx) } as never);
  return page.parse(reply).data.checkedCode;
};
const codeOf = () => encodeURIComponent(` ${promotion.code.toLowerCase()}`);

it("the price includes it, or the page explains why not", async () => {
  expect(await show(`quantity=2&code=${codeOf()}`)).toMatchObject({ total: 5398, percentOff: 10, code: promotion.code });
  expect(await show(`quantity=25&code=${codeOf()}`)).toMatchObject({ total: 63_729, pack: "gold", code: promotion.code });
  const unknown = await show("quantity=2&code=nope");
  expect(unknown).toMatchObject({ total: 5998, refusedCode: { typed: "NOPE", problem: "code_unknown" } });
  expect(unknown).not.toHaveProperty("code", expect.anything());
});

it("programs send it and pay less, or get the reason", async () => {
  expect(await ask({ promoCode: "nope" })).toMatchObject({
    status: 422,
    body: { error: "code_unknown", message: "We don’t recognise that code." },
  });
  const opened = await ask({ tickets: { quantity: 2, unitPrice: 29.99 }, promoCode: promotion.code });
  expect(opened.status).toBe(200);
  const order = await ctx.db.selectFrom("orders").select(["id", "total_pence", "promotion_id"]).executeTakeFirstOrThrow();
  expect(order).toMatchObject({ total_pence: 5398, promotion_id: promotion.id });
  await ctx.db.updateTable("orders").set({ state: "reserved" }).where("id", "=", order.id).execute();
  const elsewhere = { lotteryId: await makeLottery(ctx), promoCode: promotion.code };
  expect(await ask(elsewhere)).toMatchObject({ status: 409, body: { error: "code_used" } });
  expect(await show(`quantity=1&code=${codeOf()}`)).toMatchObject({ refusedCode: { problem: "code_used" }, total: 2999 });
  // The page of the draw reports it, too, and shows no discount.
  expect(await findCode(promotion.code)).toEqual({ typed: promotion.code, problem: "code_used" });
  expect(await findCode(promotion.code, "")).toEqual({ code: promotion.code, percentOff: 10 });
  ctx.setNow(new Date(promotion.expiresAt));
  expect(await findCode(promotion.code)).toEqual({ typed: promotion.code, problem: "code_expired" });
  ctx.setNow(undefined);
});
