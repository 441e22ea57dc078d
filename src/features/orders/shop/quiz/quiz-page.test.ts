/** The quiz page: what it sends, wrong answers, and payments that cannot be opened. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeLottery, RIGHT_ANSWER } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { errorOf, type FormReply } from "#ui/forms/reply.ts";
import { TERMS_VERSION } from "../../rules/checkout/terms.ts";
import { control, pay } from "../../server/orders.fixture.ts";
import { settleOrder } from "../../server/settlement/settle-order.ts";
import * as route from "../create-checkout-route.ts";
import * as quiz from "./quiz-page.tsx";

let ctx: TestCtx;
let cookie = "";
let person = { userId: "" };
beforeAll(async () => {
  ctx = await testCtx();
  const buyer = await registered(ctx);
  person = buyer;
  cookie = sessionCookie(ctx, buyer.sessionToken).split(";")[0] ?? "";
});
// Its pictures are rows without files.
afterAll(() => ctx.close({ broken: ["pictures-exist"] }));
beforeEach(() => ctx.owner.query("TRUNCATE rate_limits"));

/** A draw without a picture has no question. */
async function drawWithPicture(): Promise<string> {
  const lottery = await makeLottery(ctx);
  const picture = { width: 1600, height: 1000, widths: [800], placeholder: "data:," };
  await ctx.db
    .insertInto("lottery_images")
    .values({ ...picture, lottery_id: lottery, image_url: "/media/car", display_order: 0 })
    .execute();
  return lottery;
}

type Page = { readonly data: Record<string, unknown>; readonly init: { readonly status?: number } | null };
const show = async (lotteryId: string, query = "?quantity=2", shop = ctx) =>
  (await quiz.loader({
    request: new Request(`http://localhost:3000/quiz/${lotteryId}${query}`, { headers: { cookie } }),
    params: { lotteryId },
    context: requestContext(shop),
  } as never)) as unknown as Page;
/** Sends the form as the browser does, with a new key each time. */
const answer = async (lotteryId: string, option: string) =>
  (await quiz.action({
    request: new Request(`http://localhost:3000/quiz/${lotteryId}`, {
      method: "POST",
      headers: { cookie },
      body: new URLSearchParams({
        intent: "buy",
        quantity: "2",
        expectedUnitPrice: "2999",
        answer: option,
        requestKey: crypto.randomUUID(),
      }),
    }),
    params: { lotteryId },
    context: requestContext(ctx),
  } as never)) as Response | Page;
/** The same by a program. */
const ask = (lotteryId: string, quantity: number, shop = ctx) =>
  route.post({
    request: new Request("http://localhost:3000/functions/create-checkout-session-lottery", {
      method: "POST",
      headers: { cookie, "Content-Type": "application/json" },
      body: JSON.stringify({ lotteryId, tickets: { quantity }, answer: RIGHT_ANSWER }),
    }),
    params: {},
    context: requestContext(shop),
  } as never);
const outcome = (reply: Response | Page) =>
  reply instanceof Response ? reply.status : [errorOf(reply.data as FormReply), reply.init?.status];

describe("the question", () => {
  it("is there for a draw with pictures, and never says which option is right", async () => {
    const { data } = await show(await drawWithPicture());
    expect(data).toMatchObject({ isAvailable: true, quantity: 2, total: 5998 });
    const options = data.options as { id: string }[];
    expect(options.map((option) => Object.keys(option).toSorted())).toEqual(Array.from({ length: 4 }, () => ["id", "text"]));
    expect(JSON.stringify(data)).not.toMatch(/right/i);
  });

  it("is unavailable where there is no draw, or none with a picture", async () => {
    const bare = await makeLottery(ctx);
    for (const id of ["00000000-0000-4000-8000-000000000000", bare]) {
      const { data, init } = await show(id);
      expect([data.isAvailable, init?.status]).toEqual([false, 404]);
    }
  });
});

it("tells staff of a live shop before they answer that staff take part in no draw", async () => {
  const lottery = await drawWithPicture();
  const live = { ...ctx, env: { ...ctx.env, isDemo: false } };
  expect((await show(lottery, "?quantity=2", live)).data).toMatchObject({ problem: undefined });
  await ctx.db.insertInto("admin_user").values({ id: person.userId, role: "marketing" }).execute();
  expect((await show(lottery, "?quantity=2", live)).data).toMatchObject({ problem: "staff" });
  await ctx.db.deleteFrom("admin_user").where("id", "=", person.userId).execute();
});

describe("a question that is open while its draw changes", () => {
  const draw = (id: string, to: object) => ctx.db.updateTable("lotteries").set(to).where("id", "=", id).execute();

  it.each([
    ["cancelled", { status: "cancelled", sales_state: "cancelled", cancel_reason: "prize_lost" }, "cancelled", "cancelled"],
    ["closed", { sales_state: "closing" }, "closed", "closed"],
    ["sold out", { tickets_available: 1, tickets_held: 0, tickets_sold: 0 }, "on_sale", "sold_out"],
  ] as const)("says that it is %s, to the page and to a purchase", async (_, change, phase, problem) => {
    const lottery = await drawWithPicture();
    expect((await show(lottery)).data).toMatchObject({ phase: "on_sale", problem: undefined, takesFreeEntries: true });
    await draw(lottery, change);
    const isOver = phase !== "on_sale";
    expect((await show(lottery)).data).toMatchObject({ phase, problem, takesFreeEntries: !isOver });
    expect(outcome(await answer(lottery, RIGHT_ANSWER))).toEqual([problem, 409]);
  });

  it("leads a visitor who is not signed in to the draw's page once it is over, and to the sign-in before", async () => {
    const lottery = await drawWithPicture();
    const request = () => new Request(`http://localhost:3000/quiz/${lottery}?quantity=2`);
    const leadsTo = async () => {
      const loading = quiz.loader({ request: request(), params: { lotteryId: lottery }, context: requestContext(ctx) } as never);
      return (await loading.catch((thrown: unknown) => thrown as Response)) as Response;
    };
    expect((await leadsTo()).headers.get("Location")).toMatch(/^\/login\?next=/);
    await draw(lottery, { sales_state: "closing" });
    expect((await leadsTo()).headers.get("Location")).toBe(`/lottery/${lottery}`);
  });

  it("says what this purchase replaces, and after paying that these tickets are bought", async () => {
    const lottery = await drawWithPicture();
    expect((await show(lottery)).data).toMatchObject({ reserved: 0, justBought: undefined });
    expect(outcome(await answer(lottery, RIGHT_ANSWER))).toBe(303);
    expect((await show(lottery)).data).toMatchObject({ reserved: 2, justBought: undefined });
    const { id, payment_session_id: session } = await ctx.db
      .selectFrom("orders")
      .select(["id", "payment_session_id"])
      .where("lottery_id", "=", lottery)
      .executeTakeFirstOrThrow();
    await pay(ctx, session ?? "");
    await settleOrder(ctx, session ?? "");
    expect((await show(lottery)).data).toMatchObject({ reserved: 0, justBought: id });
    for (const query of ["?quantity=3", "?quantity=2&more=1"])
      expect((await show(lottery, query)).data).toMatchObject({ justBought: undefined });
  });
});

const orders = (lotteryId: string) =>
  ctx.db.selectFrom("orders").select(["state", "terms_version", "user_id"]).where("lottery_id", "=", lotteryId).execute();

describe("an answer", () => {
  it("may be wrong five times an hour for each draw; then even the right one waits", async () => {
    const [lottery, other] = [await drawWithPicture(), await drawWithPicture()];
    for (let i = 0; i < 5; i++) expect(outcome(await answer(lottery, "bmw"))).toEqual(["wrong_answer", 422]);
    expect(outcome(await answer(lottery, "bmw"))).toEqual(["too_many_tries", 429]);
    expect(outcome(await answer(lottery, RIGHT_ANSWER))).toEqual(["too_many_tries", 429]);
    expect(await orders(lottery)).toEqual([]);
    expect(outcome(await answer(other, RIGHT_ANSWER))).toBe(303);
  });

  it("that is right costs no try, and the terms it accepted are stored with the order", async () => {
    const lottery = await drawWithPicture();
    expect(outcome(await answer(lottery, RIGHT_ANSWER))).toBe(303);
    expect(await orders(lottery)).toEqual([{ state: "awaiting_payment", terms_version: TERMS_VERSION, user_id: person.userId }]);
  });

  it("is taken ten times a minute from one player, by the page and by programs together", async () => {
    const lottery = await drawWithPicture();
    // A stopped clock restores no attempts.
    ctx.setNow(new Date());
    try {
      for (let i = 0; i < 10; i++) expect((await ask(lottery, 0)).status).toBe(422);
      const refused = await ask(lottery, 1);
      expect(refused.status).toBe(429);
      const wait = Number(refused.headers.get("Retry-After"));
      expect(wait).toBeGreaterThan(0);
      expect(outcome(await answer(lottery, RIGHT_ANSWER))).toEqual(["too_many", 429]);
      ctx.setNow(new Date(ctx.now().getTime() + wait * 1000));
      expect(outcome(await answer(lottery, RIGHT_ANSWER))).toBe(303);
    } finally {
      ctx.setNow(undefined);
    }
  });

  it("that reserves tickets has the next page keep room for the bar of the reservation", async () => {
    const reply = await answer(await drawWithPicture(), RIGHT_ANSWER);
    expect(reply instanceof Response && reply.headers.getSetCookie()).toEqual([expect.stringMatching(/^signed-in=2;/)]);
  });

  it("needs no verified e-mail address", async () => {
    const user = await ctx.db.selectFrom("users").select("email_verified").where("id", "=", person.userId).executeTakeFirst();
    expect(user).toEqual({ email_verified: false });
    expect(outcome(await answer(await drawWithPicture(), RIGHT_ANSWER))).toBe(303);
  });

  it("stays on the screen where the payment provider fails, with nothing bought and a word about it", async () => {
    const lottery = await drawWithPicture();
    await control(ctx, "/_simulator/knobs", { refuse: 1 });
    try {
      expect(outcome(await answer(lottery, RIGHT_ANSWER))).toEqual(["payment_failed", 502]);
    } finally {
      await control(ctx, "/_simulator/knobs", { refuse: 0 });
    }
    expect((await orders(lottery)).map(({ state }) => state)).not.toContain("paid");
    expect(outcome(await answer(lottery, RIGHT_ANSWER))).toBe(303);
  });

  it("that comes while too many want the draw is no fault of the provider's: the shop says that it is busy", async () => {
    const withPermit = () => Promise.reject(Object.assign(new Error("too many wait"), { code: "55P03" }));
    const pool = Object.assign(Object.create(ctx.pool), { withPermit });
    await expect(ask(await drawWithPicture(), 1, { ...ctx, pool })).rejects.toMatchObject({ code: "55P03" });
  });
});
