import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { PEOPLE_COLUMNS } from "#features/accounts/rules/import-person.ts";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { importPeople } from "#features/accounts/server/import/import-people.ts";
import { runImport } from "#features/accounts/server/import/run-import.ts";
import { storeClosedIdentifiers } from "#features/accounts/server/person/closed-accounts.ts";
import { showPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import { listReadersById } from "#features/accounts/server/profile/mail-readers-store.ts";
import { linkToken } from "#features/accounts/server/sign-in/mail-links.ts";
import { resetPassword, sendPasswordReset } from "#features/accounts/server/sign-in/reset-password.ts";
import { excludeFromPlay } from "#features/player-protection/server/change-safer-play.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { watchStatements } from "#platform/postgres/fixtures/statements.fixture.ts";
import { importFile, parseImport } from "./import-command.ts";

const DOCUMENT = join(import.meta.dirname, "../../../docs/import.md");
const NOW = new Date("2026-11-23T12:00:00Z");
const HEAD =
  "email,first_name,last_name,birth_date,phone,county,language,registered_on,newsletter,newsletter_since,paused_until,excluded_until,closed_on";
const AMELIA = "Amelia@Example.com,Amelia,Reed,1990-05-17,07700 900123,Kent,fr,2024-02-03,yes,2024-02-03,,,";

let ctx: TestCtx;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "concours-import-"));
});
beforeEach(async () => {
  ctx = await testCtx();
  ctx.setNow(NOW);
  return () => ctx.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** @returns what the terminal says, and the exit code */
async function run(lines: readonly string[], ...words: string[]): Promise<{ code: number; said: string[] }> {
  const path = join(await mkdtemp(join(folder, "file-")), "people.csv");
  await writeFile(path, [HEAD, ...lines].join("\r\n"));
  const asked = parseImport(["people", path, ...words]);
  if (!asked) throw new Error("not a command");
  const said: string[] = [];
  return { code: await importFile(ctx, asked, (line) => void said.push(line)), said };
}

const person = (email: string) => ctx.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
/** A hash for each table that an import may change. */
async function traces() {
  const of = (table: "users" | "consents" | "player_limits" | "player_limit_changes" | "closed_accounts" | "audit_log") =>
    ctx.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as("rows"))
      .executeTakeFirstOrThrow();
  return Promise.all([
    of("users"),
    of("consents"),
    of("player_limits"),
    of("player_limit_changes"),
    of("closed_accounts"),
    of("audit_log"),
  ]);
}

describe("npm run import -- people", () => {
  it.each([
    ["before", (closed: string, other: string) => [closed, other]],
    ["behind", (closed: string, other: string) => [other, closed]],
  ])("opens no account with the number of a permanently closed one, named in the same file %s it", async (_, inOrder) => {
    const lines = inOrder(
      "gone@example.com,,,,07700 900456,,,,,,,,2025-06-01",
      "back@example.com,Ivy,Marsh,1970-01-01,+44 7700 900456,,,,,,,,",
    );
    const { code, said } = await run(lines, "--write");
    expect(code).toBe(1);
    const other = lines.findIndex((line) => line.startsWith("back")) + 2;
    expect(said).toContain(
      `line ${5 - other}: REFUSED: gone@example.com: closed there, and line ${other} is an account with the same phone`,
    );
    expect(await person("back@example.com")).toBeUndefined();
  });

  it("prints no control characters of cells", async () => {
    const { said } = await run(["\u001B[2Ka@example,A,B,1990-05-17,,,\u202Eno,,,,,,"]);
    expect(said[0]).toBe("line 2: REFUSED: email “\uFFFD[2Ka@example” is no address");
  });

  it("reports each line's effect without writing; with --write it applies exactly that, once", async () => {
    await makeUser(ctx, { email: "here@example.com", first_name: "Here" });
    const lines = [
      AMELIA,
      "here@example.com,Other,Name,1980-01-01,,,,,yes,2020-01-01,,,",
      "noah@example.com,Noah,Hale,1985-12-01,,,,,yes,,,,",
      "rests@example.com,Ivy,Marsh,1970-01-01,,,,,yes,2020-01-01,2026-12-24,2027-01-31,",
      "gone@example.com,,,,07700 900456,,,,,,,,2025-06-01",
    ];
    const told = [
      "line 2: amelia@example.com: new; newsletter",
      "line 3: here@example.com: already here, left as it is",
      "line 4: noah@example.com: new; no newsletter, as newsletter_since is empty",
      "line 5: rests@example.com: new; pauses until the end of 2026-12-24; self-excluded until the end of 2027-01-31; no newsletter during a rest",
      "line 6: gone@example.com: kept as closed for good; no account",
    ];
    const before = await traces();
    expect(await run(lines)).toEqual({
      code: 0,
      said: [...told, "Dry run: 4 new, 0 changed, 1 already there, 0 refused. Nothing was written. Add --write to write it."],
    });
    expect(await traces()).toEqual(before);

    const written = await run(lines, "--write");
    expect(written).toEqual({
      code: 0,
      said: [...told, "Lines: 4 new, 0 changed, 1 already there, 0 refused. All of it is written."],
    });
    const after = await traces();
    const again = await run(lines, "--write");
    expect(again.said.at(-1)).toBe("Lines: 0 new, 0 changed, 5 already there, 0 refused. There is nothing to write.");
    expect(await traces()).toEqual(after);

    const amelia = await person("amelia@example.com");
    expect(amelia).toMatchObject({
      ...{
        first_name: "Amelia",
        last_name: "Reed",
        birth_date: "1990-05-17",
        phone: "+447700900123",
        county: "Kent",
        locale: "fr",
      },
      ...{ email_verified: false, marketing_opt_in: true, created_at: new Date("2024-02-03T00:00:00Z") },
    });
    const consents = await ctx.db.selectFrom("consents").select(["user_id", "kind", "given", "source", "at"]).execute();
    expect(consents).toEqual([
      { user_id: amelia?.id, kind: "marketing", given: true, source: "import", at: new Date("2024-02-03T00:00:00Z") },
    ]);
    expect(await person("noah@example.com")).toMatchObject({ marketing_opt_in: false });
    expect(await person("here@example.com")).toMatchObject({ first_name: "Here" });
    const rests = await person("rests@example.com");
    expect(await showPlayerLimits(ctx, rests?.id ?? "")).toMatchObject({
      exclusion: { kind: "excluded", until: new Date("2027-02-01T00:00:00Z").getTime() },
    });
    expect(await person("gone@example.com")).toBeUndefined();
    const log = await ctx.db.selectFrom("audit_log").select(["actor", "action", "after"]).execute();
    expect(log).toEqual([
      {
        ...{ actor: "command line", action: "shop.import_people" },
        after: { file: "people.csv", sha256: expect.stringMatching(/^[0-9a-f]{64}$/), new: 4, changed: 0, there: 1, refused: 0 },
      },
    ]);
  });

  it("refuses invalid lines with instructions, and then imports none", async () => {
    const closed = await makeUser(ctx, { email: "closed@example.com", phone: "+447700900777" });
    await ctx.db.transaction().execute((tx) => storeClosedIdentifiers(ctx, tx, closed.id));
    await ctx.db.updateTable("users").set({ email: null }).where("id", "=", closed.id).execute();
    await makeUser(ctx, { email: "here@example.com" });
    const lines = [
      "minor@example.com,Tom,Young,2008-11-24,,,,,,,,,",
      "adult@example.com,Ann,Young,2008-11-23,,,,,,,,,",
      AMELIA,
      "amelia@example.com,Amelia,Reed,1990-05-17,,,,,,,,,",
      "nobody,A,B,1990-05-17,,,,,,,,,",
      "slash@example.com,A,B,17/05/1990,,,,,,,,,",
      "blank@example.com,,B,1990-05-17,,,,,,,,,",
      "phone@example.com,A,B,1990-05-17,12,,,,,,,,",
      "tongue@example.com,A,B,1990-05-17,,,de,,,,,,",
      "maybe@example.com,A,B,1990-05-17,,,,,maybe,,,,",
      "soon@example.com,A,B,1990-05-17,,,,,yes,2027-01-01,,,",
      "CLOSED@example.com,A,B,1990-05-17,,,,,,,,,",
      "other@example.com,A,B,1990-05-17,07700 900777,,,,,,,,",
      "here@example.com,A,B,1990-05-17,,,,,,,,,2024-01-01",
      'formula@example.com,"=1+1",B,1990-05-17,,,,,,,,,',
      "short@example.com,A,B",
    ];
    const before = await traces();
    const { code, said } = await run(lines, "--write");
    expect(code).toBe(1);
    expect(said).toEqual([
      "line 2: REFUSED: minor@example.com: under 18 (born 2008-11-24)",
      "line 3: adult@example.com: new",
      "line 4: amelia@example.com: new; newsletter",
      "line 5: REFUSED: amelia@example.com: the same email as in line 4",
      "line 6: REFUSED: email “nobody” is no address",
      "line 7: REFUSED: slash@example.com: birth_date “17/05/1990” is no day as in 2026-11-23",
      "line 8: REFUSED: blank@example.com: first_name is empty or longer than 100 characters",
      "line 9: REFUSED: phone@example.com: phone is no telephone number",
      "line 10: REFUSED: tongue@example.com: language “de” is none of the shop’s: en, fr",
      "line 11: REFUSED: maybe@example.com: newsletter “maybe” is neither yes nor no",
      "line 12: REFUSED: soon@example.com: newsletter_since 2027-01-01 is still to come",
      "line 13: REFUSED: closed@example.com: closed their account for good",
      "line 14: REFUSED: other@example.com: closed their account for good",
      "line 15: REFUSED: here@example.com: closed there, and has an account here. Close it first",
      "line 16: REFUSED: first_name holds a formula, not a text",
      "line 17: REFUSED: the number of cells is 3, and line 1 names 13 columns",
      "Lines: 2 new, 0 changed, 0 already there, 14 refused. Nothing was written. Mend or remove the refused lines first.",
    ]);
    expect(await traces()).toEqual(before);
  });

  it("extends an existing account's pause, and never shortens one", async () => {
    const { id } = await makeUser(ctx, { email: "rests@example.com", marketing_opt_in: true });
    const line = (until: string) => [`rests@example.com,Ivy,Marsh,1970-01-01,,,,,,,,${until},`];
    expect((await run(line("2027-01-31"), "--write")).said[0]).toBe(
      "line 2: rests@example.com: already here; now self-excluded until the end of 2027-01-31",
    );
    expect(await person("rests@example.com")).toMatchObject({ marketing_opt_in: false });
    for (const until of ["2027-01-31", "2026-12-31", "2026-01-01"])
      expect((await run(line(until), "--write")).said[0]).toBe("line 2: rests@example.com: already here, left as it is");
    expect(await showPlayerLimits(ctx, id)).toMatchObject({ exclusion: { until: new Date("2027-02-01T00:00:00Z").getTime() } });
  });

  it("people sign in by “forgot password”, which verifies the address and starts the newsletter", async () => {
    await run([AMELIA], "--write");
    const amelia = await person("amelia@example.com");
    const refusal = async () => (await listReadersById(ctx.db, [amelia?.id ?? ""], { now: NOW }))[0]?.refusal;
    expect(await refusal()).toBe("notVerified");
    const linkId = randomUUID();
    await sendPasswordReset(ctx, { email: "amelia@example.com", linkId, isSpare: false });
    const chosen = { password: "Plum-Harbour-92-Kite", confirmPassword: "Plum-Harbour-92-Kite" };
    expect(await resetPassword(ctx, linkToken(ctx, linkId), chosen)).toEqual({ ok: true, value: { userId: amelia?.id } });
    expect(await refusal()).toBeUndefined();
  });

  it("reads the documented columns and the documented example", async () => {
    const [, part = ""] = (await readFile(DOCUMENT, "utf8")).split("\n## People\n");
    const [section = ""] = part.split("\n## ");
    const named = [...section.matchAll(/^\| `(\w+)`\s+\| (yes|no)\s/gm)].map(([, name, needed]) => [name, needed]);
    const { required, optional } = PEOPLE_COLUMNS;
    expect(named).toEqual([...required.map((name) => [name, "yes"]), ...optional.map((name) => [name, "no"])]);
    const example = /```csv\n([\s\S]*?)```/.exec(section)?.[1] ?? "";
    await writeFile(join(folder, "example.csv"), example);
    const said: string[] = [];
    const asked = { kind: "people", path: join(folder, "example.csv"), isWriting: false } as const;
    expect(await importFile(ctx, asked, (line) => void said.push(line))).toBe(0);
    expect(section).toContain(said.join("\n"));
  });

  it("names unknown columns, and refuses invalid files", async () => {
    const path = join(folder, "other.csv");
    await writeFile(path, "Email;First name;Last name;Birth date;Shoe size\r\na@example.com;A;B;1990-01-01;44\r\n");
    const said: string[] = [];
    await importFile(ctx, { kind: "people", path, isWriting: false }, (line) => void said.push(line));
    expect(said.slice(0, 2)).toEqual(["Columns that are not read: shoe_size", "line 2: a@example.com: new"]);
    await writeFile(path, "first_name\nA\n");
    expect(await importFile(ctx, { kind: "people", path, isWriting: true }, (line) => void said.push(line))).toBe(1);
    expect(said.at(-1)).toBe(
      "Line 1 must name the columns. Missing: email, last_name, birth_date. Found: first_name.\nNothing was written.",
    );
    for (const words of [[], ["people"], ["dogs", "x.csv"], ["people", "x.csv", "y.csv"], ["people", "x.csv", "--force"]])
      expect(parseImport(words)).toBeUndefined();
  });
});

describe("days that other programs write for none and for ever", () => {
  it("count as absent", async () => {
    const { code, said } = await run([
      "closed@example.com,A,B,1990-05-17,,,,,,,,,0001-01-01",
      "news@example.com,A,B,1990-05-17,,,,,yes,1970-01-01,,,",
      "old@example.com,A,B,1990-05-17,,,,0000-01-01,,,,,",
      "gone@example.com,,,,call me,,,,,,,,2025-01-01",
      "rested@example.com,A,B,1990-05-17,,,,,,,0001-01-01,0000-01-01,",
    ]);
    expect(code).toBe(1);
    const never = "Leave it empty if there is no such day";
    expect(said.slice(0, -1)).toEqual([
      `line 2: REFUSED: closed@example.com: closed_on 0001-01-01 is before 1990-01-01. ${never}`,
      `line 3: REFUSED: news@example.com: newsletter_since 1970-01-01 is before 1990-01-01. ${never}`,
      `line 4: REFUSED: old@example.com: registered_on 0000-01-01 is before 1990-01-01. ${never}`,
      "line 5: REFUSED: gone@example.com: phone is no telephone number",
      "line 6: rested@example.com: new",
    ]);
  });

  it("given as instants are days in London, and not accepted as birth dates", async () => {
    const { said } = await run([
      "rests@example.com,A,B,1990-05-17T00:00:00Z,,,,2024-06-30T23:30:00Z,,,,2027-06-30T23:30:00.000Z,",
      "early@example.com,A,B,1990-05-17 14:00,,,,,,,2027-01-31T00:00:00+01:00,2027-01-31T14:00:00+01:00,",
      "born@example.com,A,B,1990-05-16T23:00:00.000Z,,,,,,,,,",
    ]);
    expect(said.slice(0, -1)).toEqual([
      "line 2: rests@example.com: new; self-excluded until the end of 2027-07-01",
      "line 3: early@example.com: new; pauses until the end of 2027-01-31; self-excluded until the end of 2027-01-31",
      "line 4: REFUSED: born@example.com: birth_date “1990-05-16T23:00:00.000Z” has a time of day and a zone. Write the day alone",
    ]);
  });

  it("exclude a person for good", async () => {
    const lines = ["ever@example.com,A,B,1990-05-17,,,,,,,,9999-12-31,"];
    const { said } = await run(lines, "--write");
    expect(said[0]).toBe("line 2: ever@example.com: new; self-excluded until the end of 2999-12-31");
    expect((await run(lines, "--write")).said[0]).toBe("line 2: ever@example.com: already here, left as it is");
  });
});

it("a self-exclusion covers that person's other accounts with the mailbox, and no others", async () => {
  const named = { first_name: "Ann", last_name: "Lee", birth_date: "1990-05-17" };
  await makeUser(ctx, { ...named, email: "ann+here@example.com" });
  await makeUser(ctx, { ...named, first_name: "Bob", email: "ann+bob@example.com" });
  const { code } = await run(
    ["ann+1@example.com,Ann,Lee,1990-05-17,,,,,,,,,", "ann@example.com,Lee,Ann,1990-05-17,,,,,,,,2027-01-31,"],
    "--write",
  );
  expect(code).toBe(0);
  const excluded = await ctx.db
    .selectFrom("player_limits as l")
    .innerJoin("users as u", "u.id", "l.user_id")
    .select("u.email")
    .where("l.excluded_until", "=", new Date("2027-02-01T00:00:00Z"))
    .orderBy("u.email")
    .execute();
  expect(excluded.map(({ email }) => email)).toEqual(["ann+1@example.com", "ann+here@example.com", "ann@example.com"]);
});

it("a self-exclusion covers an account that is created during the import", async () => {
  const of = (firstName: string, line: number, rest = "") => ({
    line,
    values: {
      ...{ email: `${firstName}.${line}@example.com`, first_name: firstName, last_name: "Reed", birth_date: "1990-05-17" },
      excluded_until: rest,
    },
  });
  const others = Array.from({ length: 498 }, (_, i) => of("Filler", i + 4));
  const first = Promise.withResolvers<void>();
  const meanwhile = first.promise.then(async () => {
    const [ann, bob] = [await registered(ctx, ANN_REED), await registered(ctx, { ...ANN_REED, firstName: "Bob" })];
    await excludeFromPlay(ctx, bob.userId, "half");
    return ann.userId;
  });
  // Rows are read in batches of 500; the rest follows once the first ones are written.
  async function* rows() {
    yield* [of("Ann", 2, "2027-01-31"), of("Bob", 3), ...others];
    first.resolve();
    await meanwhile;
    yield of("Last", 502);
  }
  await importPeople(ctx, { name: "people.csv", sha256: () => "00", rows: rows() }, { isWriting: true, tell: () => {} });
  const bob = await person("bob.3@example.com");
  const rests = await Promise.all([await meanwhile, bob?.id ?? ""].map((id) => showPlayerLimits(ctx, id)));
  expect(rests.map(({ exclusion }) => exclusion?.kind)).toEqual(["excluded", "excluded"]);
});
const ANN_REED = { firstName: "Ann", lastName: "Reed", birthDate: "1990-05-17" };

it("imports of the same people are serialised, whatever their order", async () => {
  const lines = Array.from({ length: 1_200 }, (_, i) => `p${i}@example.com,A,B,1990-05-17,,,,,,,,,`);
  const ends = await Promise.all([lines, lines.toReversed()].map((each) => run(each, "--write")));
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  expect(ends.map(({ said }) => said.at(-1)).toSorted()).toEqual([
    "Lines: 0 new, 0 changed, 1200 already there, 0 refused. There is nothing to write.",
    "Lines: 1200 new, 0 changed, 0 already there, 0 refused. All of it is written.",
  ]);
});

it("looks up a batch of people in one query", async () => {
  const asked = watchStatements(ctx.pool);
  const crowd = (from: string, many: number) =>
    Array.from({ length: many }, (_, i) => `${from}${i}@example.com,A,B,1990-05-17,,,,,,,,,`);
  const few = await asked(() => run(crowd("few", 2), "--write"));
  const many = await asked(() => run(crowd("many", 400), "--write"));
  expect(many.sent.length).toBe(few.sent.length);
});

it("prints only after its transaction, since a pager could pause it", async () => {
  let isOpen = false;
  const begin = ctx.db.transaction.bind(ctx.db);
  vi.spyOn(ctx.db, "transaction").mockImplementation(() => {
    const builder = begin();
    const whole = builder.execute.bind(builder);
    const execute: typeof builder.execute = async (work) => {
      isOpen = true;
      return await whole(work).finally(() => (isOpen = false));
    };
    return Object.assign(builder, { execute });
  });
  const path = join(folder, "waits.csv");
  await writeFile(path, [HEAD, AMELIA].join("\n"));
  const said: [string, boolean][] = [];
  for (const isWriting of [false, true])
    await importFile(ctx, { kind: "people", path, isWriting }, (line) => void said.push([line, isOpen]));
  expect(said.map(([, wasOpen]) => wasOpen)).toEqual([false, false, false, false]);
});

it("is rolled back after a minute of silence, so that no locks remain", async () => {
  const limits: unknown[] = [];
  const file = {
    name: "none.csv",
    sha256: () => "",
    rows: (async function* () {
      yield { line: 2, values: {} };
    })(),
  };
  const take = async (tx: Tx) => {
    limits.push((await sql`SHOW idle_in_transaction_session_timeout`.execute(tx)).rows[0]);
    return [];
  };
  await runImport(ctx, { file, action: "shop.import_people", isWriting: false, tell: () => undefined, take });
  expect(limits).toEqual([{ idle_in_transaction_session_timeout: "1min" }]);
});
