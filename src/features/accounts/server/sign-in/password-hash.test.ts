import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { DEVICE, PASSWORD, registered } from "../accounts.fixture.ts";
import { deviceCookie } from "../devices/device-cookie.ts";
import { findPasswordHash } from "./credential-store.ts";
import { createPasswords, PasswordsBusy, passwordsOf } from "./password-hash.ts";
import { signIn } from "./sign-in.ts";

/** The password "Blue7Harbour" as better-auth 1.7.7 hashed it for the first versions of the shop. */
const SCRYPT_HASH =
  "deb26dd16bd29e2160959d059bae271a:7adfab58734b8797cd66d5dceba930ddd8b4b74fb45fcacf37547240d23125d7ff4400a6a7d86a1736b7602f1beb2877970921dbc6a88ba9dabde889c78578ad";

describe("a password's hash", () => {
  const passwords = createPasswords();

  it("is Argon2id with 19 MiB, two passes, one lane and its own salt", async () => {
    const [one, other] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(other).not.toBe(one);
    expect(await passwords.verify({ hash: one, password: PASSWORD })).toBe(true);
    expect(await passwords.verify({ hash: one, password: `${PASSWORD} ` })).toBe(false);
    const sum = one.lastIndexOf("$") + 1;
    // Alters the first letter: two bits of the last one are unused.
    const altered = `${one.slice(0, sum)}${one[sum] === "A" ? "B" : "A"}${one.slice(sum + 1)}`;
    expect(await passwords.verify({ hash: altered, password: PASSWORD })).toBe(false);
    expect(await passwords.verify({ hash: one.slice(0, 40), password: "" })).toBe(false);
  });

  it("is equal for all Unicode forms of the password", async () => {
    const hash = await passwords.hash("Crème7brûlée".normalize("NFD"));
    expect(await passwords.verify({ hash, password: "Crème7brûlée".normalize("NFC") })).toBe(true);
  });

  it("in an earlier format or cost is verified, and outdated", async () => {
    const weaker = createPasswords(undefined, { memory: 64, passes: 1, parallelism: 1 });
    for (const hash of [SCRYPT_HASH, await weaker.hash(PASSWORD)]) {
      expect(passwords.isOutdated(hash)).toBe(true);
      expect(await passwords.verify({ hash, password: PASSWORD })).toBe(true);
      expect(await passwords.verify({ hash, password: "Wrong7Harbour" })).toBe(false);
    }
    expect(passwords.isOutdated(await passwords.hash(PASSWORD))).toBe(false);
  });

  it("matches no password if it is damaged", async () => {
    const intact = await passwords.hash(PASSWORD);
    for (const hash of ["", "x", intact.slice(0, -1), SCRYPT_HASH.slice(0, -2), SCRYPT_HASH.slice(2), `${intact}$`])
      expect(await passwords.verify({ hash, password: PASSWORD })).toBe(false);
  });
});

describe("many hashes at once", () => {
  it("queue, and are refused if the queue is full", async () => {
    const passwords = createPasswords({ atOnce: 1, waiting: 3 });
    const tries = await Promise.allSettled(Array.from({ length: 7 }, () => passwords.hash(PASSWORD)));
    expect(tries.map(({ status }) => status)).toEqual([...Array(4).fill("fulfilled"), ...Array(3).fill("rejected")]);
    expect(tries[6]).toMatchObject({ reason: expect.any(PasswordsBusy) });
    expect(await passwords.hash(PASSWORD)).toMatch(/^\$argon2id/);
  });

  it("do not block the event loop", async () => {
    const passwords = createPasswords();
    const flood = Promise.allSettled(Array.from({ length: 30 }, () => passwords.hash(PASSWORD)));
    let [isOver, turns] = [false, 0];
    void flood.then(() => {
      isOver = true;
    });
    for (; !isOver; turns += 1) await pause(1);
    expect(turns).toBeGreaterThan(30);
  });
});

describe("signing in with an outdated hash", () => {
  let ctx: TestCtx;
  beforeAll(async () => {
    ctx = await testCtx();
  });
  afterAll(() => ctx.close());
  const someoneOld = async () => {
    const person = await registered(ctx);
    await ctx.db.updateTable("credentials").set({ password: SCRYPT_HASH }).where("user_id", "=", person.userId).execute();
    return person;
  };
  const hashOf = async (userId: string) => (await findPasswordHash(ctx.db, userId)) ?? "";

  it("rehashes the password only then, and the device stays known", async () => {
    const { email, userId } = await someoneOld();
    const cookies = deviceCookie(ctx, null, userId).split(";")[0] ?? null;
    expect(await signIn(ctx, { email, password: "Wrong7Harbour" }, DEVICE)).toMatchObject({ error: "invalidCredentials" });
    expect(passwordsOf(ctx).isOutdated(await hashOf(userId))).toBe(true);
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ ok: true });
    expect(passwordsOf(ctx).isOutdated(await hashOf(userId))).toBe(false);
    for (let n = 0; n < 60; n += 1) await consumeRateLimit(ctx, "signInByAccount", email);
    expect(await signIn(ctx, { email, password: PASSWORD }, { ...DEVICE, cookies })).toMatchObject({ ok: true });
  });

  it("succeeds twice at the same moment", async () => {
    const { email, userId } = await someoneOld();
    const both = await Promise.all([1, 2, 3].map(() => signIn(ctx, { email, password: PASSWORD }, DEVICE)));
    expect(both.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(passwordsOf(ctx).isOutdated(await hashOf(userId))).toBe(false);
  });
});
