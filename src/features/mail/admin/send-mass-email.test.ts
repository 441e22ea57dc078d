/** POST /functions/send-mass-email over HTTP: access, replies, and recipients by id only. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeLottery, makeUser } from "#demo/makers.ts";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { openTokens } from "#features/accounts/server/sessions/session-object.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { post } from "./send-mass-email-route.ts";

let ctx: TestCtx;
let lottery: string;
let admin: string;
let player: string;
beforeAll(async () => {
  ctx = await testCtx();
  lottery = await makeLottery(ctx);
  const [ada, amelia] = [await registered(ctx), await registered(ctx)];
  await ctx.db.insertInto("admin_user").values({ id: ada.userId }).execute();
  admin = (await openTokens(ctx, ada)).access_token;
  player = (await openTokens(ctx, amelia)).access_token;
});
afterAll(() => ctx.close());

async function call(body: unknown, token: string | undefined = admin, method = "POST") {
  const headers = new Headers({ "content-type": "application/json" });
  if (token !== "") headers.set("authorization", `Bearer ${token}`);
  const init = { method, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
  const request = new Request("http://localhost:3000/functions/send-mass-email", init);
  const reply = await post({ request, context: requestContext(ctx), params: {} } as never);
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}
const previewEmail = { subject: "{{lotteryTitle}}", content: "Bonjour {{firstName}}\n\nÀ bientôt." };
const bodyFor = (users: object[]) => ({ users, lottery: { id: lottery }, template: { id: "lottery-launch" }, previewEmail });
const agreed = () => makeUser(ctx, { marketing_opt_in: true });
const mails = async () => (await ctx.pool.query<{ recipient: string }>("SELECT recipient FROM mails ORDER BY recipient")).rows;

it("queues a mail for each reachable recipient, and counts them; a repeated request queues none", async () => {
  const people = [await agreed(), await agreed()];
  const refused = await makeUser(ctx);
  const body = {
    ...bodyFor([...people, refused].map(({ id, email }) => ({ id, email, first_name: "Amelia" }))),
    requestKey: "once",
  };
  const sent = { success: true, message: "Emails envoyés avec succès à 2 utilisateurs", recipients: 2, refused: 1 };
  for (const _again of [1, 2]) expect(await call(body)).toMatchObject({ status: 200, body: sent });
  expect(await mails()).toEqual(
    people.map(({ email }) => ({ recipient: email })).toSorted((a, b) => (a.recipient < b.recipient ? -1 : 1)),
  );
  const { rows } = await ctx.pool.query("SELECT state FROM campaigns");
  expect(rows).toEqual([{ state: "sending" }]);
  expect((await ctx.pool.query("SELECT FROM pgboss.job WHERE name = 'campaign'")).rowCount).toBe(1);
});

it("refuses another text with the same key", async () => {
  const body = { ...bodyFor([await agreed()]), requestKey: "twice" };
  expect(await call(body)).toMatchObject({ status: 200 });
  const before = await mails();
  const changed = { ...body, previewEmail: { ...previewEmail, subject: "Un autre objet" } };
  expect(await call(changed)).toMatchObject({ status: 409, body: { error: "sent_otherwise" } });
  expect(await mails()).toEqual(before);
});

it("ignores an address sent with an id, and uses the stored one", async () => {
  const person = await agreed();
  await call(bodyFor([{ id: person.id, email: "evil@example.com", to: "evil@example.com" }]));
  const recipients = (await mails()).map(({ recipient }) => recipient);
  expect(recipients).toContain(person.email);
  expect(recipients.join()).not.toContain("evil");
});

it("removes NUL characters", async () => {
  const text = { subject: "\0Nouveau\0 tirage", content: "Bonjour {{firstName}}\0" };
  expect(await call({ ...bodyFor([await agreed()]), previewEmail: text })).toMatchObject({ status: 200 });
  const { rows } = await ctx.pool.query("SELECT subject FROM campaigns ORDER BY created_at DESC LIMIT 1");
  expect(rows).toEqual([{ subject: "Nouveau tirage" }]);
});

describe("is refused", () => {
  const chooseFirst = "Veuillez sélectionner une loterie et des destinataires";
  const failed = "Échec de l'envoi des emails";
  const someone = [{ id: "3f2b8f2e-0000-4000-8000-000000000001" }];
  const cases: [string, () => unknown, number, string, unknown][] = [
    ["without readers", () => bodyFor([]), 422, "choose_first", chooseFirst],
    ["without a draw", () => ({ ...bodyFor(someone), lottery: null }), 422, "choose_first", chooseFirst],
    ["with an address in place of an id", () => bodyFor([{ id: "evil@example.com" }]), 422, "not_a_user", chooseFirst],
    ["with a list of anything", () => ({ ...bodyFor([]), users: Array(100_000).fill(1) }), 400, "wrong_shape", failed],
    [
      "with a list without end",
      () => ({ ...bodyFor([]), users: Array(1_000_001).fill({ id: "x" }) }),
      400,
      "wrong_shape",
      failed,
    ],
    ["with an address alone", () => bodyFor([{ email: "evil@example.com" }]), 400, "wrong_shape", failed],
    ["with nobody who may be written to", () => bodyFor(someone), 422, "no_recipients", chooseFirst],
    [
      "with an unknown draw",
      () => ({ ...bodyFor(someone), lottery: someone[0] }),
      404,
      "lottery_not_found",
      "Loterie non trouvée",
    ],
    [
      "with an unknown template",
      () => ({ ...bodyFor(someone), template: { id: "x" } }),
      422,
      "unknown_template",
      expect.any(String),
    ],
    [
      "with markup",
      () => ({ ...bodyFor(someone), previewEmail: { subject: "a", content: "<img src=x>" } }),
      422,
      "markup",
      expect.any(String),
    ],
    ["without a text", () => ({ ...bodyFor(someone), previewEmail: undefined }), 422, "subject_missing", expect.any(String)],
    ["with half a text", () => '{"users":', 400, "not_json", failed],
  ];
  it.each(cases)("%s", async (_what, body, status, error, message) => {
    expect(await call(body())).toEqual({ status, body: { error, message } });
  });

  it("for strangers, for players, and with GET", async () => {
    const person = await agreed();
    const before = (await mails()).length;
    expect(await call(bodyFor([person]), "")).toEqual({ status: 401, body: { error: "signed_out", message: failed } });
    expect(await call(bodyFor([person]), player)).toEqual({ status: 403, body: { error: "forbidden", message: failed } });
    expect(await call(bodyFor([person]), `${admin}x`)).toMatchObject({ status: 401 });
    expect((await mails()).length).toBe(before);
  });

  it("with the specification's sentence after a failure", async () => {
    const person = await agreed();
    await ctx.owner.query("ALTER TABLE campaigns RENAME TO gone");
    try {
      expect(await call(bodyFor([person]))).toEqual({ status: 503, body: { error: "failed", message: failed } });
    } finally {
      await ctx.owner.query("ALTER TABLE gone RENAME TO campaigns");
    }
  });

  it("takes a hundred thousand ids in one request", async () => {
    const person = await agreed();
    const strangers = Array.from({ length: 100_000 }, (_, n) => ({
      id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    }));
    expect(await call(bodyFor([...strangers, { id: person.id }]))).toMatchObject({ status: 200, body: { recipients: 1 } });
  });
});
