/** Passwords are hashed as OWASP asks, and no flood of them keeps anybody else waiting. */
import { setTimeout as pause } from "node:timers/promises";
import { hashPassword as scryptHash } from "better-auth/crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { DEVICE, PASSWORD, registered } from "./accounts.fixture.ts";
import { consumeRateLimit } from "./consume-rate-limit.ts";
import { findPasswordHash } from "./credential-store.ts";
import { deviceCookie } from "./device-cookie.ts";
import { createPasswords, isOutdated, PasswordsBusy } from "./password-hash.ts";
import { signIn } from "./sign-in.ts";

describe("a password's hash", () => {
  const passwords = createPasswords();

  it("is Argon2id with 19 MiB, two passes, one lane and a salt of its own", async () => {
    const [one, other] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(other).not.toBe(one);
    expect(await passwords.verify({ hash: one, password: PASSWORD })).toBe(true);
    expect(await passwords.verify({ hash: one, password: `${PASSWORD} ` })).toBe(false);
    const sum = one.lastIndexOf("$") + 1;
    // The first letter of the sum: the last one holds two bits that say nothing.
    const altered = `${one.slice(0, sum)}${one[sum] === "A" ? "B" : "A"}${one.slice(sum + 1)}`;
    expect(await passwords.verify({ hash: altered, password: PASSWORD })).toBe(false);
    expect(await passwords.verify({ hash: one.slice(0, 40), password: "" })).toBe(false);
  });

  it("is the same however the letters were typed", async () => {
    const hash = await passwords.hash("Crème7brûlée".normalize("NFD"));
    expect(await passwords.verify({ hash, password: "Crème7brûlée".normalize("NFC") })).toBe(true);
  });

  it("of the kind before is understood, and due to be made anew", async () => {
    const hash = await scryptHash(PASSWORD);
    expect(isOutdated(hash)).toBe(true);
    expect(isOutdated(await passwords.hash(PASSWORD))).toBe(false);
    expect(await passwords.verify({ hash, password: PASSWORD })).toBe(true);
    expect(await passwords.verify({ hash, password: "Wrong7Harbour" })).toBe(false);
  });
});

describe("many at once", () => {
  it("wait for each other, and are refused where the line is too long", async () => {
    const passwords = createPasswords({ atOnce: 1, waiting: 3 });
    const tries = await Promise.allSettled(Array.from({ length: 7 }, () => passwords.hash(PASSWORD)));
    expect(tries.map(({ status }) => status)).toEqual([...Array(4).fill("fulfilled"), ...Array(3).fill("rejected")]);
    expect(tries[6]).toMatchObject({ reason: expect.any(PasswordsBusy) });
    expect(await passwords.hash(PASSWORD)).toMatch(/^\$argon2id/);
  });

  it("leave the event loop alone", async () => {
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

describe("signing in with a hash of the kind before", () => {
  let ctx: TestCtx;
  beforeAll(async () => {
    ctx = await testCtx();
  });
  afterAll(() => ctx.close());
  const someoneOld = async () => {
    const person = await registered(ctx);
    const password = await scryptHash(PASSWORD);
    await ctx.db.updateTable("credentials").set({ password }).where("user_id", "=", person.userId).execute();
    return person;
  };
  const hashOf = async (userId: string) => (await findPasswordHash(ctx.db, userId)) ?? "";

  it("makes it anew, and only then; the device stays known", async () => {
    const { email, userId } = await someoneOld();
    const cookies = deviceCookie(ctx, null, userId).split(";")[0] ?? null;
    expect(await signIn(ctx, { email, password: "Wrong7Harbour" }, DEVICE)).toMatchObject({ error: "invalidCredentials" });
    expect(isOutdated(await hashOf(userId))).toBe(true);
    expect(await signIn(ctx, { email, password: PASSWORD }, DEVICE)).toMatchObject({ ok: true });
    expect(isOutdated(await hashOf(userId))).toBe(false);
    for (let n = 0; n < 60; n += 1) await consumeRateLimit(ctx, "signInByAccount", email);
    expect(await signIn(ctx, { email, password: PASSWORD }, { ...DEVICE, cookies })).toMatchObject({ ok: true });
  });

  it("twice at the same moment opens both", async () => {
    const { email, userId } = await someoneOld();
    const both = await Promise.all([1, 2, 3].map(() => signIn(ctx, { email, password: PASSWORD }, DEVICE)));
    expect(both.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(isOutdated(await hashOf(userId))).toBe(false);
  });
});
