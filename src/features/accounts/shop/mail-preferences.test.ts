/** Preferences and unsubscribing by the link of a mail, without a session. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { requestContext } from "../server/accounts.fixture.ts";
import { erasePerson } from "../server/profile/erase-person.ts";
import { listMailReaders } from "../server/profile/list-mail-readers.ts";
import { mailChoiceToken } from "../server/profile/mail-choices.ts";
import * as page from "./mail-preferences-page.tsx";
import * as oneClick from "./unsubscribe-route.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const HOME = "http://localhost:3000";
const args = (path: string, init: RequestInit = {}) =>
  ({ request: new Request(HOME + path, init), context: requestContext(ctx), params: {} }) as never;
const form = (fields: [string, string][]) => ({ method: "POST", body: new URLSearchParams([["intent", "choose"], ...fields]) });

/** A user who consented, and the address of their preference page. */
async function reader() {
  const { id, email } = await makeUser(ctx, { marketing_opt_in: true });
  const token = mailChoiceToken(ctx, id);
  const topics = async () => {
    const shown = await page.loader(args(`/mail-preferences?token=${token}`));
    return shown.found === "choices" ? shown.topics : shown.found;
  };
  const refusal = async (topic: "draws" | "weekly" | "offers") => (await listMailReaders(ctx, [id], topic)).get(id)?.refusal;
  return { id, email, token, topics, refusal };
}
const history = async (id: string) =>
  (await ctx.pool.query("SELECT given, source FROM consents WHERE user_id = $1 ORDER BY id", [id])).rows;

it("one-click unsubscribing ends all marketing without a session, and is idempotent", async () => {
  const { id, token, refusal } = await reader();
  const press = () => oneClick.post(args(`/unsubscribe?token=${token}`, form([["List-Unsubscribe", "One-Click"]])));
  for (const _again of [1, 2]) {
    const reply = await press();
    expect([reply.status, reply.headers.get("Content-Type")]).toEqual([200, "text/plain; charset=utf-8"]);
  }
  expect(await refusal("draws")).toBe("noConsent");
  expect(await history(id)).toEqual([{ given: false, source: "one-click" }]);
});

it("following the link changes nothing and leads to the page of choices", async () => {
  const { token, topics, refusal } = await reader();
  const reply = oneClick.get(args(`/unsubscribe?token=${token}`));
  expect([reply.status, reply.headers.get("Location")]).toEqual([302, `/mail-preferences?token=${token}`]);
  expect(await topics()).toEqual(["draws", "weekly", "offers"]);
  expect(await refusal("offers")).toBeUndefined();
});

it("the page stores some topics, none, and some again", async () => {
  const { id, token, topics, refusal } = await reader();
  const save = async (fields: [string, string][]) => {
    const reply = (await page.action(args(`/mail-preferences?token=${token}`, form(fields)))) as Response;
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, `/mail-preferences?token=${token}&saved=`]);
  };
  await save([
    ["topic", "weekly"],
    ["topic", "everything"],
  ]);
  expect(await topics()).toEqual(["weekly"]);
  expect([await refusal("weekly"), await refusal("offers")]).toEqual([undefined, "topicRefused"]);
  expect(await history(id)).toEqual([]);
  await save([
    ["topic", "weekly"],
    ["none", "on"],
  ]);
  expect([await topics(), await refusal("weekly")]).toEqual([[], "noConsent"]);
  await save([
    ["topic", "draws"],
    ["topic", "offers"],
  ]);
  expect([await topics(), await refusal("weekly")]).toEqual([["draws", "offers"], "topicRefused"]);
  expect((await history(id)).map(({ given }) => given)).toEqual([false, true]);
});

it("masks the address, because the mail may have been forwarded", async () => {
  const { token, email } = await reader();
  const shown = await page.loader(args(`/mail-preferences?token=${token}`));
  expect(shown).toMatchObject({ found: "choices", address: "p…@concours.test" });
  expect(JSON.stringify(shown)).not.toContain(email.split("@")[0]);
});

it("accepts only its own token, and only for its owner", async () => {
  const [one, other] = [await reader(), await reader()];
  const forged = [`${other.id}.${one.token.split(".")[1]}`, other.id, `${one.token}x`, "", "a.b.c", `${one.token}.`];
  for (const token of forged) {
    expect((await oneClick.post(args(`/unsubscribe?token=${token}`, form([])))).status).toBe(400);
    expect(await page.action(args(`/mail-preferences?token=${token}`, form([])))).toMatchObject({ init: { status: 400 } });
    expect(await page.loader(args(`/mail-preferences?token=${token}`))).toEqual({ found: "badLink" });
  }
  expect(await page.loader(args("/mail-preferences"))).toEqual({ found: "badLink" });
  expect([await one.refusal("draws"), await other.refusal("draws")]).toEqual([undefined, undefined]);
});

it("an erased account has no choices, and unsubscribing does no harm", async () => {
  const { id, token, topics } = await reader();
  await page.action(args(`/mail-preferences?token=${token}`, form([["topic", "weekly"]])));
  await ctx.db.transaction().execute((tx) => erasePerson(ctx, tx, id, { retainContact: false }));
  expect(await topics()).toBe("gone");
  expect((await ctx.pool.query("SELECT FROM mail_refused_topics WHERE user_id = $1", [id])).rowCount).toBe(0);
  expect((await oneClick.post(args(`/unsubscribe?token=${token}`, form([])))).status).toBe(200);
});
