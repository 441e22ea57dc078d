import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { aRegistration, DEVICE, registered } from "../accounts.fixture.ts";
import { register } from "./register.ts";

/** Records the delays without waiting. */
const waits: number[] = [];

let ctx: TestCtx;
beforeAll(async () => {
  ctx = { ...(await testCtx({ RATE_LIMITS: "off" })), pause: async (ms) => void waits.push(ms) };
});
afterAll(() => ctx.close());
beforeEach(() => {
  ctx.setNow(undefined);
  waits.length = 0;
});

const rowsOf = async (email: string) => {
  const user = await ctx.db.selectFrom("users").selectAll().where("email", "=", email).execute();
  const ids = user.map((row) => row.id);
  const count = async (table: "credentials" | "sessions" | "consents") =>
    ids.length === 0 ? 0 : (await ctx.db.selectFrom(table).select("user_id").where("user_id", "in", ids).execute()).length;
  return { user, credentials: await count("credentials"), sessions: await count("sessions"), consents: await count("consents") };
};

describe("registering", () => {
  it("creates profile, credential, consent and session together", async () => {
    const registration = aRegistration({
      email: "  Amelia.Hart@Example.com",
      firstName: " Amelia\u0000\n",
      locale: "fr",
      marketing: true,
    });
    const result = await register(ctx, registration, DEVICE);
    expect(result.ok).toBe(true);
    const { user, ...others } = await rowsOf("amelia.hart@example.com");
    expect(user).toMatchObject([
      {
        first_name: "Amelia",
        last_name: "Hart",
        phone: "+447700900123",
        birth_date: "1990-05-17",
        locale: "fr",
        marketing_opt_in: true,
      },
    ]);
    expect(user[0]?.email_verified).toBe(false);
    expect(others).toEqual({ credentials: 1, sessions: 1, consents: 1 });
    const consents = await ctx.db.selectFrom("consents").select(["kind", "given", "source"]).execute();
    expect(consents).toEqual([{ kind: "marketing", given: true, source: "registration" }]);
  });

  it("gives no marketing consent that was not ticked", async () => {
    const { userId } = await registered(ctx);
    const user = await ctx.db.selectFrom("users").select("marketing_opt_in").where("id", "=", userId).executeTakeFirst();
    expect(user).toEqual({ marketing_opt_in: false });
  });

  it("stores the password as a salted Argon2id hash", async () => {
    const hashes = [await registered(ctx), await registered(ctx)].map(async ({ userId }) => {
      const row = await ctx.db
        .selectFrom("credentials")
        .select("password")
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      return row.password ?? "";
    });
    const [one, other] = await Promise.all(hashes);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
  });

  it("refuses a known address in any spelling", async () => {
    const { email } = await registered(ctx);
    const again = await register(ctx, aRegistration({ email: email.toUpperCase() }), DEVICE);
    expect(again).toEqual({ ok: false, error: "userAlreadyExists" });
    expect(await rowsOf(email)).toMatchObject({ user: [{}], credentials: 1, sessions: 1 });
  });

  it("creates one account from twenty registrations at the same instant", async () => {
    const registration = aRegistration();
    const results = await Promise.all(Array.from({ length: 20 }, () => register(ctx, registration, DEVICE)));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.error === "userAlreadyExists")).toHaveLength(19);
    expect(await rowsOf(registration.email)).toMatchObject({ user: [{}], credentials: 1, sessions: 1, consents: 1 });
  });

  it.each([
    ["the day before the birthday", "2026-11-20T23:59:59Z", false],
    ["from the first instant of the birthday in London", "2026-11-21T00:00:00Z", true],
  ])("lets nobody in under 18: %s", async (_case, now, expected) => {
    ctx.setNow(new Date(now));
    const registration = aRegistration({ birthDate: "2008-11-21" });
    const result = await register(ctx, registration, DEVICE);
    expect(result.ok).toBe(expected);
    if (!result.ok) expect(result).toEqual({ ok: false, error: "invalid", problems: { birthDate: "minAge" } });
    expect((await rowsOf(registration.email)).user).toHaveLength(expected ? 1 : 0);
  });

  it("uses London's day in summer, which begins an hour before UTC's", async () => {
    ctx.setNow(new Date("2026-07-13T23:00:00Z"));
    expect((await register(ctx, aRegistration({ birthDate: "2008-07-14" }), DEVICE)).ok).toBe(true);
  });

  it("validates like the form", async () => {
    const result = await register(ctx, aRegistration({ password: "short", confirmPassword: "other", email: "x" }), DEVICE);
    expect(result).toMatchObject({
      error: "invalid",
      problems: { email: "emailInvalid", password: "passwordNeedsUppercase", confirmPassword: "passwordsDoNotMatch" },
    });
  });
});

describe("when the database fails for a moment", () => {
  it("retries, and creates one complete account", async () => {
    // Sequences are not rolled back, so they count attempts.
    await ctx.owner
      .query(`CREATE SEQUENCE attempts; GRANT USAGE ON SEQUENCE attempts TO PUBLIC; CREATE FUNCTION fail_twice() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF nextval('attempts') <= 2 THEN RAISE EXCEPTION 'try again' USING ERRCODE = 'serialization_failure'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER fail_twice BEFORE INSERT ON consents FOR EACH ROW EXECUTE FUNCTION fail_twice()`);
    const registration = aRegistration();
    expect((await register(ctx, registration, DEVICE)).ok).toBe(true);
    expect(waits).toEqual([1_000, 2_000]);
    expect(await rowsOf(registration.email)).toMatchObject({ user: [{}], credentials: 1, sessions: 1, consents: 1 });
    await ctx.owner.query("DROP TRIGGER fail_twice ON consents");
  });

  it("gives up after the fourth attempt, and leaves nothing", async () => {
    await ctx.owner.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = 'deadlock_detected'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION fail()`);
    const registration = aRegistration();
    const log = vi.spyOn(ctx.log, "warn");
    expect(await register(ctx, registration, DEVICE)).toEqual({ ok: false, error: "registrationFailed" });
    expect(log).toHaveBeenLastCalledWith(expect.anything(), "Failed to create user profile after multiple attempts");
    log.mockRestore();
    expect(waits).toEqual([1_000, 2_000, 4_000]);
    expect(await rowsOf(registration.email)).toEqual({ user: [], credentials: 0, sessions: 0, consents: 0 });
    await ctx.owner.query("DROP TRIGGER fail ON sessions");
  });

  it("does not retry permanent errors", async () => {
    await ctx.owner.query(`CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'a bug' USING ERRCODE = 'check_violation'; END $$;
      CREATE TRIGGER break BEFORE INSERT ON consents FOR EACH ROW EXECUTE FUNCTION break()`);
    const registration = aRegistration();
    await expect(register(ctx, registration, DEVICE)).rejects.toThrow("a bug");
    expect(waits).toEqual([]);
    expect((await rowsOf(registration.email)).user).toEqual([]);
    await ctx.owner.query("DROP TRIGGER break ON consents");
  });

  it("survives a connection cut within the transaction", async () => {
    const outside = new pg.Client({ connectionString: ctx.ownerUrl, application_name: "outside" });
    await outside.connect();
    await outside.query("BEGIN; LOCK TABLE consents IN EXCLUSIVE MODE");
    const registrations = [aRegistration(), aRegistration(), aRegistration()];
    const results = Promise.all(registrations.map((registration) => register(ctx, registration, DEVICE)));
    const waiting = "SELECT FROM pg_locks WHERE relation = 'consents'::regclass AND NOT granted";
    await vi.waitFor(async () => expect((await outside.query(waiting)).rowCount).toBe(3), { timeout: 15_000 });
    // Only these three, and until they are gone: the pool may hand out another cut connection before it
    // notices.
    await ctx.pool.query(waiting.replace("SELECT", "SELECT pg_terminate_backend(pid, 10_000)"));
    await outside.query("ROLLBACK");
    await outside.end();
    expect((await results).map((result) => result.ok)).toEqual([true, true, true]);
    expect(waits).toEqual([1_000, 1_000, 1_000]);
    for (const { email } of registrations) {
      expect(await rowsOf(email)).toMatchObject({ user: [{}], credentials: 1, sessions: 1, consents: 1 });
    }
  });

  it("recognises its own account if the reply to the commit was lost", async () => {
    const registration = aRegistration();
    const transaction = ctx.db.transaction.bind(ctx.db);
    let lost = false;
    const spy = vi.spyOn(ctx.db, "transaction").mockImplementation(() => {
      const builder = transaction();
      const execute = builder.execute.bind(builder);
      builder.execute = async (work) => {
        const result = await execute(work);
        if (lost) return result;
        lost = true;
        throw new Error("Connection terminated unexpectedly");
      };
      return builder;
    });
    const result = await register(ctx, registration, DEVICE);
    spy.mockRestore();
    const { user, sessions } = await rowsOf(registration.email);
    expect(result).toMatchObject({ ok: true, value: { userId: user[0]?.id } });
    expect(sessions).toBe(1);
  });
});
