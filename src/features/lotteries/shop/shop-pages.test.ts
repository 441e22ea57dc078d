/** Public data of the draws for visitors and API clients: selection, order, caching, no right answer. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery } from "#demo/makers.ts";
import { requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { localeKey } from "#platform/request/request.server.ts";
import type { LotteryView } from "../rules/lottery-view.ts";
import * as list from "./lotteries-api-route.ts";
import * as one from "./lottery-api-route.ts";
import * as detail from "./lottery-page.tsx";
import * as prize from "./prize-page.tsx";

const NOW = new Date("2026-07-14T10:00:00Z");
/** A recognisable option, to find it in any reply. */
const RIGHT = "the-marked-one";
const QUIZ = JSON.stringify({
  question: { en: "Which one?", fr: "Lequel ?" },
  options: [RIGHT, "b", "c", "d"].map((id) => ({ id, en: `Answer ${id}`, fr: `Réponse ${id}` })),
});
let ctx: TestCtx;
const ids: Record<"old" | "new" | "upcoming" | "draft" | "done", string> = {
  old: "",
  new: "",
  upcoming: "",
  draft: "",
  done: "",
};

beforeAll(async () => {
  ctx = await testCtx();
  ctx.setNow(NOW);
  const running = { start_date: "2026-07-01", end_date: "2026-12-04" };
  ids.old = await makeLottery(ctx, { ...running, title: "Old", created_at: "2026-05-01T12:00:00Z" });
  ids.new = await makeLottery(ctx, {
    ...running,
    title: "New",
    title_fr: "Nouveau",
    end_date: "2026-07-31",
    quiz: QUIZ,
    quiz_right_option: RIGHT,
    created_at: "2026-06-01T12:00:00Z",
  });
  ids.upcoming = await makeLottery(ctx, {
    ...running,
    title: "Upcoming",
    start_date: "2026-07-20",
    created_at: "2026-05-15T12:00:00Z",
  });
  ids.draft = await makeLottery(ctx, { ...running, title: "Draft", status: "draft" });
  ids.done = await makeLottery(ctx, {
    ...running,
    title: "Done",
    status: "completed",
    end_date: "2026-07-02",
    takes_free_entries: false,
  });
  const picture = { width: 1600, height: 1000, widths: [800], placeholder: "data:," };
  await ctx.db
    .insertInto("lottery_images")
    .values([1, 0].map((at) => ({ ...picture, lottery_id: ids.new, image_url: `/media/new-${at}`, display_order: at })))
    .execute();
});
// Its pictures are rows without files.
afterAll(() => ctx.close({ broken: ["pictures-exist"] }));

type Handler = (args: never) => unknown;
async function load(
  handler: Handler,
  { path = "/", params = {}, locale = "en", at = ctx }: Partial<{ path: string; params: object; locale: "en" | "fr"; at: Ctx }>,
) {
  const context = requestContext(at);
  context.set(localeKey, locale);
  return handler({ request: new Request(`http://localhost:3000${path}`), params, context } as never);
}
type Page<T> = { readonly data: T; readonly init: { readonly status?: number } | null };
const draws = async (locale: "en" | "fr" = "en") =>
  ((await load(prize.loader as Handler, { locale })) as Page<{ draws: LotteryView[] }>).data.draws;
const json = async (handler: Handler, path: string, params = {}) => {
  const reply = (await load(handler, { path, params })) as Response;
  return { status: reply.status, body: await reply.json() };
};

describe("/prize", () => {
  it("shows every active draw with its pictures in order, the newest made first, in the visitor's language", async () => {
    expect((await draws()).map(({ title }) => title)).toEqual(["New", "Upcoming", "Old"]);
    const [newest] = await draws("fr");
    expect(newest?.title).toBe("Nouveau");
    expect(newest?.pictures.map(({ url }) => url)).toEqual(["/media/new-0", "/media/new-1"]);
  });

  it("counts down to the midnight that ends the last day in London, in summer and in winter", async () => {
    const closing = Object.fromEntries((await draws()).map(({ title, closesAt }) => [title, new Date(closesAt).toJSON()]));
    expect(closing).toEqual({
      New: "2026-07-31T23:00:00.000Z",
      Upcoming: "2026-12-05T00:00:00.000Z",
      Old: "2026-12-05T00:00:00.000Z",
    });
    const stored = await ctx.db.selectFrom("lotteries").select(["title", "closes_at"]).where("status", "=", "active").execute();
    expect(Object.fromEntries(stored.map((row) => [row.title, row.closes_at.toJSON()]))).toEqual(closing);
  });

  it("shows the deadline of postal entries, five working days after the last day, if any are accepted", async () => {
    // The finished draw takes no cards.
    const shown = await Promise.all(
      [ids.new, ids.upcoming, ids.done].map(async (lotteryId) => {
        const page = await load(detail.loader as Handler, { path: `/lottery/${lotteryId}`, params: { lotteryId } });
        return (page as Page<{ lottery: LotteryView }>).data.lottery.cardsUntil;
      }),
    );
    expect(shown).toEqual(["2026-08-07", "2026-12-11", undefined]);
  });

  it("says that a draw has not opened yet", async () => {
    expect((await draws()).map(({ phase }) => phase)).toEqual(["on_sale", "upcoming", "on_sale"]);
  });

  it("renders if the draws cannot be read, and the failure is logged", async () => {
    const logged: unknown[] = [];
    const log = { ...ctx.log, error: (...args: unknown[]) => void logged.push(args) } as unknown as Ctx["log"];
    const db = new Proxy(ctx.db, {
      get() {
        throw new Error("The books are shut");
      },
    });
    const page = (await load(prize.loader as Handler, { at: { ...ctx, log, db, reads: db } })) as Page<{ draws: unknown }>;
    expect([page.data.draws, page.init?.status]).toEqual([undefined, 503]);
    expect(logged).toEqual([[{ err: expect.objectContaining({ message: "The books are shut" }) }, expect.any(String)]]);
  });
});

describe("programs", () => {
  it("list active and completed draws only", async () => {
    const titles = async (query: string) => {
      const { status, body } = await json(list.get as Handler, `/api/lotteries${query}`);
      expect(status).toBe(200);
      return (body as { title: string }[]).map(({ title }) => title);
    };
    expect(await titles("")).toEqual(["New", "Upcoming", "Old"]);
    expect(await titles("?status=active")).toEqual(["New", "Upcoming", "Old"]);
    expect(await titles("?status=completed")).toEqual(["Done"]);
    for (const status of ["draft", "cancelled", "", "ACTIVE"]) {
      const reply = await json(list.get as Handler, `/api/lotteries?status=${status}`);
      expect([reply.status, reply.body]).toEqual([400, { error: "bad_status", message: expect.any(String) }]);
    }
  });

  it("read one draw, if it is public", async () => {
    const found = await json(one.get as Handler, "/", { lotteryId: ids.new });
    expect(found.body).toMatchObject({ id: ids.new, price_per_ticket: 29.99, end_date: "2026-07-31", tickets_sold: 0 });
    for (const lotteryId of [ids.draft, "00000000-0000-4000-8000-000000000000", "no-id"])
      expect((await json(one.get as Handler, "/", { lotteryId })).status).toBe(404);
  });
});

it("replies contain the four options, and never which one is right", async () => {
  const sent = await Promise.all([
    json(list.get as Handler, "/api/lotteries"),
    json(one.get as Handler, "/", { lotteryId: ids.new }),
    load(detail.loader as Handler, { path: `/lottery/${ids.new}`, params: { lotteryId: ids.new } }),
    load(prize.loader as Handler, {}),
  ]);
  for (const each of sent) {
    const text = JSON.stringify(each);
    // Once as an option's id and twice in its texts, like the three others; or not at all.
    expect(text.split(RIGHT).length - 1, text).toBeOneOf([0, 3]);
    expect(text).not.toMatch(/right/i);
  }
});
