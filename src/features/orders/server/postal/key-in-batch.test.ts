/** Limits on cards: per person, per administrator alone, and with a second administrator. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { reauthedAdmin } from "#features/accounts/server/accounts.fixture.ts";
import { decide } from "#features/draws/admin/approvals/approvals.server.ts";
import { listProposals } from "#features/staff/server/approvals/list-proposals.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { londonDate } from "#shared/dates/dates.ts";
import {
  CARDS_AN_HOUR,
  CARDS_WITHOUT_APPROVAL,
  MOST_CARDS_OF_PERSON,
  VOIDED_WITHOUT_APPROVAL,
} from "../../rules/postal/postal-limits.ts";
import { checkout, stockOf } from "../orders.fixture.ts";
import { refundOrder } from "../refunds/refund-order.ts";
import { voidEntry } from "../refunds/void-entry.ts";
import { keyInBatch, STORED_BATCH, sendCards } from "./key-in-batch.ts";
import { keyInCard } from "./key-in-card.ts";
import { keyInCards } from "./key-in-cards.ts";

let ctx: TestCtx;
let anna: ReturnType<typeof reauthedAdmin>;
let ben: ReturnType<typeof reauthedAdmin>;

async function administrator() {
  const { id } = await makeUser(ctx);
  await ctx.db.insertInto("admin_user").values({ id }).execute();
  return reauthedAdmin(ctx, id);
}

beforeAll(async () => {
  ctx = await testCtx();
  ctx.setNow(new Date());
  anna = await administrator();
  ben = await administrator();
});
afterAll(() => ctx.close());

const HEADLINE = "first name,last name,dob,address,county,email";

/** A name without digits: "b", "c", "ba" … */
const letters = (n: number) => [...n.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("");

const people = (count: number, lastName: string) =>
  [HEADLINE, ...Array.from({ length: count }, (_, n) => `Rosa,${lastName} ${letters(n)},1984-02-29,${n} Mill Lane,Kent,`)].join(
    "\n",
  );

const cards = (lotteryId: string, text: string) => ({
  lotteryId,
  text,
  receivedOn: londonDate(ctx.now()),
  locale: "en" as const,
  batchKey: randomUUID(),
  another: [],
});
const proposalOf = async (lotteryId: string) => {
  const listed = await listProposals(ctx, ben);
  const found = listed.ok ? listed.value.find(({ subjectId }) => subjectId === lotteryId) : undefined;
  if (!found) throw new Error("nothing was proposed");
  return found;
};

describe("the cards of one person", () => {
  it("count up to the terms' limit, however quickly they are keyed in", async () => {
    const lotteryId = await makeLottery(ctx);
    const same = [HEADLINE, ...Array.from({ length: 200 }, () => "Rosa,Lindqvist,1984-02-29,4 Mill Lane,Kent,")].join("\n");
    const another = Array.from({ length: 200 }, (_, n) => n + 1);
    const keyed = await keyInCards(ctx, { kind: "command" }, { ...cards(lotteryId, same), another });
    expect(keyed.ok && keyed.value.done).toHaveLength(MOST_CARDS_OF_PERSON);
    expect(keyed.ok && keyed.value.left.at(-1)?.fault?.error).toBe("too_many_of_person");
    expect((await stockOf(ctx, lotteryId)).last).toBe(MOST_CARDS_OF_PERSON);
  });

  it("count together, whatever their address", async () => {
    const lotteryId = await makeLottery(ctx, { max_tickets_per_person: 3 });
    const text = [
      HEADLINE,
      ...Array.from({ length: 9 }, (_, n) => `Rosa,Lindqvist,1984-02-29,${n} Mill Lane,Kent,rosa+${n}@example.com`),
    ].join("\n");
    const keyed = await keyInCards(ctx, anna, cards(lotteryId, text));
    expect(keyed.ok && keyed.value.done).toHaveLength(3);
  });

  it("count together, however the name is spelt, parted and ordered", async () => {
    const lotteryId = await makeLottery(ctx, { max_tickets_per_person: 3 });
    const names = [
      "Zoë,Dupont Hart",
      "Zoe,Dupont-Hart",
      "ZOE DUPONT,Hart",
      "Dupont Hart,Zoë",
      "Hart,Zoe Dûpont",
      "Zo e,DupontHart",
    ];
    const text = [HEADLINE, ...names.map((name, n) => `${name},1984-02-29,${n} Mill Lane,Kent,`)].join("\n");
    const keyed = await keyInCards(ctx, { kind: "command" }, cards(lotteryId, text));
    expect(keyed.ok && keyed.value.done).toHaveLength(3);
    expect(keyed.ok && keyed.value.left.map(({ fault }) => fault?.error)).toEqual(Array(3).fill("too_many_of_person"));
    const another = await keyInCards(ctx, { kind: "command" }, cards(lotteryId, people(1, "Hart")));
    expect(another.ok && another.value.done).toHaveLength(1);
  });

  it("bring entries up to the draw's limit per person, and none beyond", async () => {
    const lotteryId = await makeLottery(ctx, { max_tickets_per_person: 5, price_per_ticket_pence: 60 });
    const same = [HEADLINE, ...Array.from({ length: 3 }, () => "Rosa,Lindqvist,1984-02-29,4 Mill Lane,Kent,")].join("\n");
    const keyed = await keyInCards(ctx, { kind: "command" }, { ...cards(lotteryId, same), another: [1, 2, 3] });
    expect(keyed.ok && keyed.value.done.map(({ quantity }) => quantity)).toEqual([3, 2]);
    expect(keyed.ok && keyed.value.left.map(({ fault }) => fault?.error)).toEqual(["too_many_of_person"]);
  });

  it("count up to the draw's limit per person, if that is lower", async () => {
    const lotteryId = await makeLottery(ctx, { max_tickets_per_person: 2 });
    const same = [HEADLINE, ...Array.from({ length: 4 }, () => "Rosa,Lindqvist,1984-02-29,4 Mill Lane,Kent,")].join("\n");
    const keyed = await keyInCards(ctx, anna, { ...cards(lotteryId, same), another: [1, 2, 3, 4] });
    expect(keyed.ok && keyed.value.done).toHaveLength(2);
  });
});

/** The additional log data of each card of a draw. */
async function auditedApprovals(lotteryId: string) {
  const { rows } = await ctx.pool.query(
    "SELECT actor_id AS by, after->'proposal_id' AS proposal_id, after->'alone' AS alone FROM audit_log WHERE action = 'order.key-in' AND after->>'lottery_id' = $1",
    [lotteryId],
  );
  return rows;
}

describe("many cards at once", () => {
  it("wait for confirmation by a second administrator", async () => {
    const lotteryId = await makeLottery(ctx);
    const text = `${people(CARDS_WITHOUT_APPROVAL + 1, "Batch")}\nTom,Young,2024-01-01,1 High St,Surrey,`;
    const sent = await sendCards(ctx, anna, { ...cards(lotteryId, text), another: [2, 5] });
    expect(sent).toEqual({ ok: true, value: { kind: "proposed", cards: CARDS_WITHOUT_APPROVAL + 2 } });
    expect((await stockOf(ctx, lotteryId)).last).toBe(0);
    expect(await sendCards(ctx, ben, cards(lotteryId, text))).toEqual({ ok: false, error: "already_proposed" });
    const { id, payload: proposed } = await proposalOf(lotteryId);
    const { receivedOn } = cards(lotteryId, text);
    expect(STORED_BATCH.parse(proposed)).toMatchObject({
      cards: CARDS_WITHOUT_APPROVAL + 2,
      batch: { text, receivedOn, another: [2, 5] },
    });
    expect(await decide(ctx, anna, { id, decision: "confirm", note: "" })).toEqual({ ok: false, error: "own" });
    await keyInBatch(ctx, id);
    expect((await stockOf(ctx, lotteryId)).last).toBe(0);

    expect(await decide(ctx, ben, { id, decision: "confirm", note: "" })).toMatchObject({ ok: true });
    const { rows } = await ctx.pool.query("SELECT data FROM pgboss.job WHERE name = 'postal-batch'");
    expect(rows.map(({ data }) => data)).toContainEqual({ proposalId: id });
    await keyInBatch(ctx, id);
    await keyInBatch(ctx, id);
    expect((await stockOf(ctx, lotteryId)).last).toBe(CARDS_WITHOUT_APPROVAL + 1);
    expect(await auditedApprovals(lotteryId)).toEqual(
      Array(CARDS_WITHOUT_APPROVAL + 1).fill({ by: ben.id, proposal_id: id, alone: null }),
    );
    const { payload } = await proposalOf(lotteryId);
    expect(payload).toMatchObject({
      cards: CARDS_WITHOUT_APPROVAL + 2,
      done: CARDS_WITHOUT_APPROVAL + 1,
      left: expect.stringContaining("Tom,Young"),
    });
    expect(STORED_BATCH.parse(payload).batch).toBeUndefined();
    // Only addresses of cards to be corrected stay.
    expect(JSON.stringify(payload)).not.toContain("Batch");
  });

  it("leave no address behind when they are refused", async () => {
    const lotteryId = await makeLottery(ctx);
    await sendCards(ctx, anna, cards(lotteryId, people(CARDS_WITHOUT_APPROVAL + 1, "Refused")));
    const { id } = await proposalOf(lotteryId);
    expect(await decide(ctx, ben, { id, decision: "refuse", note: "All in one hand." })).toMatchObject({ ok: true });
    expect((await proposalOf(lotteryId)).payload).toEqual({ cards: CARDS_WITHOUT_APPROVAL + 1 });
    await keyInBatch(ctx, id);
    expect((await stockOf(ctx, lotteryId)).last).toBe(0);
  });

  it("need no approval if they are few", async () => {
    const lotteryId = await makeLottery(ctx);
    const edna = await administrator();
    const sent = await sendCards(ctx, edna, cards(lotteryId, people(CARDS_WITHOUT_APPROVAL, "Few")));
    expect(sent.ok && sent.value.kind).toBe("keyed");
    expect(await auditedApprovals(lotteryId)).toEqual(
      Array(CARDS_WITHOUT_APPROVAL).fill({ by: edna.id, proposal_id: null, alone: null }),
    );
  });

  it("are keyed in at once by a sole administrator, which is logged", async () => {
    const lotteryId = await makeLottery(ctx);
    const others = await ctx.db.selectFrom("admin_user").selectAll().execute();
    await ctx.db.deleteFrom("admin_user").execute();
    const fred = await administrator();
    try {
      const sent = await sendCards(ctx, fred, cards(lotteryId, people(CARDS_WITHOUT_APPROVAL + 1, "Alone")));
      expect(sent.ok && sent.value.kind).toBe("keyed");
    } finally {
      await ctx.db.insertInto("admin_user").values(others).execute();
    }
    expect(await auditedApprovals(lotteryId)).toEqual(
      Array(CARDS_WITHOUT_APPROVAL + 1).fill({ by: fred.id, proposal_id: null, alone: true }),
    );
  });

  it("are keyed in once if they are sent again after a lost response", async () => {
    const lotteryId = await makeLottery(ctx);
    const ida = await administrator();
    const batch = cards(lotteryId, people(CARDS_WITHOUT_APPROVAL - 1, "Again"));
    const first = await sendCards(ctx, ida, batch);
    expect(await sendCards(ctx, ida, batch)).toMatchObject(
      first.ok && first.value.kind === "keyed"
        ? {
            ok: true,
            value: { kind: "keyed", keyed: { done: first.value.keyed.done.map(({ orderId }) => ({ orderId })), left: [] } },
          }
        : {},
    );
    expect((await stockOf(ctx, lotteryId)).last).toBe(CARDS_WITHOUT_APPROVAL - 1);
    // Other cards with the same batch key count.
    const posing = await sendCards(ctx, ida, { ...batch, text: people(CARDS_WITHOUT_APPROVAL, "Posing") });
    expect(posing.ok && posing.value.kind === "keyed" && posing.value.keyed.done).toHaveLength(1);
    expect((await stockOf(ctx, lotteryId)).last).toBe(CARDS_WITHOUT_APPROVAL);
  });

  it("need a second administrator in small pastes, too", async () => {
    const lotteryId = await makeLottery(ctx);
    const dora = await administrator();
    const send = async (count: number, lastName: string) => {
      const sent = await sendCards(ctx, dora, cards(lotteryId, people(count, lastName)));
      return sent.ok ? sent.value.kind : sent.error;
    };
    expect(await send(CARDS_WITHOUT_APPROVAL - 1, "First")).toBe("keyed");
    expect(await send(2, "Second")).toBe("proposed");
    expect(await send(1, "Third")).toBe("keyed");
    expect((await stockOf(ctx, lotteryId)).last).toBe(CARDS_WITHOUT_APPROVAL);
    const key = { ...cards(lotteryId, people(1, "Fourth")), batchKey: "proposal:00000000" };
    const posing = await keyInCards(ctx, dora, key);
    expect(posing.ok && posing.value.left.map(({ fault }) => fault?.error)).toEqual(["bad_request"]);
  });
});

describe("concurrent cards of one administrator for different draws", () => {
  const fourDraws = () => Promise.all(Array.from({ length: 4 }, () => makeLottery(ctx)));
  const given = async (lotteryIds: readonly string[]) => {
    const stocks = await Promise.all(lotteryIds.map((id) => stockOf(ctx, id)));
    return stocks.reduce((sum, { last }) => sum + last, 0);
  };

  it("count together if pasted", async () => {
    const gina = await administrator();
    const lotteryIds = await fourDraws();
    const sent = await Promise.all(
      lotteryIds.map((id, n) => sendCards(ctx, gina, cards(id, people(CARDS_WITHOUT_APPROVAL, `Paste ${letters(n)}`)))),
    );
    expect(await given(lotteryIds)).toBe(CARDS_WITHOUT_APPROVAL);
    // Cards beyond the limit are returned as pasted.
    const left = sent.flatMap((each) => (each.ok && each.value.kind === "keyed" ? each.value.keyed.left : []));
    expect(new Set(left.map(({ fault }) => fault?.error))).toEqual(new Set(["too_many_alone"]));
  });

  it("count together if sent one by one", async () => {
    const hugo = await administrator();
    const lotteryIds = await fourDraws();
    await keyInCards(ctx, hugo, cards(lotteryIds[0] ?? "", people(CARDS_AN_HOUR - 1, "Before")));
    await Promise.all(lotteryIds.map((id, n) => keyInCards(ctx, hugo, cards(id, people(1, `One ${letters(n)}`)))));
    expect(await given(lotteryIds)).toBe(CARDS_AN_HOUR);
  });
});

describe("entries that one administrator voids", () => {
  const reason = "Keyed in for the wrong draw.";
  const freeOrders = async (count: number, lastName: string) => {
    const lotteryIds = [await makeLottery(ctx), await makeLottery(ctx)];
    const orders: string[] = [];
    for (const [n, id] of lotteryIds.entries()) {
      const keyed = await keyInCards(
        ctx,
        { kind: "command" },
        cards(id, people(Math.ceil(count / 2), `${lastName} ${letters(n)}`)),
      );
      orders.push(...(keyed.ok ? keyed.value.done.map(({ orderId }) => orderId) : []));
    }
    return orders.slice(0, count);
  };

  it("are limited per day, also concurrently and across draws; a colleague may continue", async () => {
    const judy = await administrator();
    const orders = await freeOrders(VOIDED_WITHOUT_APPROVAL + 3, "Out");
    const outs = await Promise.all(orders.map((orderId) => voidEntry(ctx, judy, { orderId, reason })));
    expect(outs.filter(({ ok }) => ok)).toHaveLength(VOIDED_WITHOUT_APPROVAL);
    expect(outs.filter(({ ok }) => !ok)).toEqual(Array(3).fill({ ok: false, error: "too_many_alone" }));
    const left = orders.filter((_, n) => !outs[n]?.ok);
    expect(await voidEntry(ctx, ben, { orderId: left[0] ?? "", reason })).toEqual({ ok: true });
    expect(await voidEntry(ctx, { kind: "command" }, { orderId: left[1] ?? "", reason })).toEqual({ ok: true });

    // A free order that was bought is another kind.
    const lotteryId = await makeLottery(ctx, { price_per_ticket_pence: 0 });
    const free = await checkout(ctx, lotteryId, 1);
    const given = { orderId: free.ok ? free.value.orderId : "", reason };
    expect(await refundOrder(ctx, judy, given)).toEqual({ ok: true, value: "proposed" });

    const others = await ctx.db.selectFrom("admin_user").selectAll().where("id", "!=", judy.id).execute();
    await ctx.db.deleteFrom("admin_user").where("id", "!=", judy.id).execute();
    try {
      expect(await voidEntry(ctx, judy, { orderId: left[2] ?? "", reason })).toEqual({ ok: true });
    } finally {
      await ctx.db.insertInto("admin_user").values(others).execute();
    }
  });
});

it("an administrator's cards per hour are limited, pasted or one by one", async () => {
  const lotteryId = await makeLottery(ctx);
  const carl = await administrator();
  const keyed = await keyInCards(ctx, carl, cards(lotteryId, people(CARDS_AN_HOUR + 3, "Hour")));
  expect(keyed.ok && keyed.value.done).toHaveLength(CARDS_AN_HOUR);
  const fields = {
    ...{
      firstName: "Edith",
      lastName: "Old",
      birthDate: "1950-03-12",
      address: "2 High St",
      county: "Surrey",
      email: "",
      phone: "",
    },
    ...{ receivedOn: londonDate(ctx.now()), postedOn: "" },
  };
  const one = () => keyInCard(ctx, carl, { lotteryId, fields, locale: "en", requestKey: randomUUID() });
  expect(await one()).toEqual({ ok: false, error: "too_many_alone" });
  ctx.setNow(new Date(ctx.now().getTime() + 3_600_001));
  expect(await one()).toEqual({ ok: false, error: "too_many_alone" });
  ctx.setNow(new Date(ctx.now().getTime() + 86_400_001));
  expect(await one()).toMatchObject({ ok: true });
});
