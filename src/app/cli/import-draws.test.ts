import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { DRAW_COLUMNS } from "#features/lotteries/rules/import/imported-draw.ts";
import { TICKET_COLUMNS } from "#features/lotteries/rules/import/imported-ticket.ts";
import { listImportedDraws, listImportedOf } from "#features/lotteries/server/import/imported-draws.ts";
import { eraseUser } from "#features/orders/server/players/erase-user.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { importFile, parseImport } from "./import-command.ts";

const DOCUMENT = join(import.meta.dirname, "../../../docs/import.md");
const NOW = new Date("2026-11-23T12:00:00Z");
const DRAWS =
  "draw,platform,title,title_fr,prize,prize_fr,prize_value,ticket_price,tickets,last_ticket,closed_on,drawn_on,winning_ticket,winner_name,evidence_url";
const MINI =
  'RH-12,RaffleHouse,Mini Cooper S,Mini Cooper S rouge,"A red one, nearly new",Presque neuve,24000,2.99,3,10,2024-05-30,2024-06-01,7,Amelia R.,https://example.com/draws/12';
const PLAIN = "RH-13,RaffleHouse,Fiat 500,,,,,,2,,2024-07-01,2024-07-01,1,,";
const TICKETS = "draw,ticket,email";

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

type Kind = "draws" | "tickets";
/** @returns what the terminal says, and the exit code */
async function run(kind: Kind, lines: readonly string[], isWriting = false, head = kind === "draws" ? DRAWS : TICKETS) {
  return take(kind, [head, ...lines].join("\r\n"), isWriting);
}

async function take(kind: Kind, content: string | Buffer, isWriting = false): Promise<{ code: number; said: string[] }> {
  const path = join(folder, `${kind}.csv`);
  await writeFile(path, content);
  const asked = parseImport([kind, path, ...(isWriting ? ["--write"] : [])]);
  if (!asked) throw new Error("not a command");
  const said: string[] = [];
  return { code: await importFile(ctx, asked, (line) => void said.push(line)), said };
}
const write = (kind: Kind, lines: readonly string[]) => run(kind, lines, true);

/** Everything that an import may write, and the log. */
const written = async () => ({
  draws: await ctx.db.selectFrom("past_draws").selectAll().orderBy("reference").execute(),
  tickets: await ctx.db.selectFrom("past_tickets").selectAll().orderBy("past_draw_id").orderBy("ticket_number").execute(),
  log: await ctx.db.selectFrom("audit_log").selectAll().orderBy("id").execute(),
});
const owners = async () =>
  ctx.db
    .selectFrom("past_tickets as t")
    .innerJoin("past_draws as d", "d.id", "t.past_draw_id")
    .leftJoin("users as u", "u.id", "t.user_id")
    .select(["d.reference", "t.ticket_number", "u.email", "t.is_forgotten"])
    .orderBy("d.reference")
    .orderBy("t.ticket_number")
    .execute()
    .then((rows) => rows.map((row) => [row.reference, row.ticket_number, row.is_forgotten ? "left" : row.email]));
const shownWinners = async () => (await listImportedDraws(ctx, 1)).draws.map((draw) => [draw.title.en, draw.winnerName]);
const kept = async () => (await written()).draws.map((draw) => [draw.reference, draw.winner_name]);

describe("npm run import -- draws", () => {
  it("reports each line's effect without writing; with --write it applies exactly that, once", async () => {
    const told = [
      "line 2: RH-12: new; “Mini Cooper S”, drawn 2024-06-01, Amelia R. won with ticket 7",
      "line 3: RH-13: new; “Fiat 500”, drawn 2024-07-01, a player won with ticket 1",
    ];
    const before = await written();
    expect(await run("draws", [MINI, PLAIN])).toEqual({
      code: 0,
      said: [...told, "Dry run: 2 new, 0 changed, 0 already there, 0 refused. Nothing was written. Add --write to write it."],
    });
    expect(await written()).toEqual(before);
    expect(await write("draws", [MINI, PLAIN])).toEqual({
      code: 0,
      said: [...told, "Lines: 2 new, 0 changed, 0 already there, 0 refused. All of it is written."],
    });
    const after = await written();
    expect(after.draws).toMatchObject([
      {
        ...{ reference: "RH-12", platform: "RaffleHouse", title: "Mini Cooper S", title_fr: "Mini Cooper S rouge" },
        ...{ prize: "A red one, nearly new", prize_fr: "Presque neuve", prize_value_pence: 2_400_000, ticket_price_pence: 299 },
        ...{ tickets: 3, last_ticket: 10, closed_on: "2024-05-30", drawn_on: "2024-06-01", winning_ticket: 7 },
        ...{
          winner_name: "Amelia R.",
          evidence_url: "https://example.com/draws/12",
          imported_at: NOW,
          imported_from: "draws.csv",
        },
      },
      {
        ...{ reference: "RH-13", title_fr: null, prize: "", prize_fr: null, prize_value_pence: null, ticket_price_pence: null },
        ...{ tickets: 2, last_ticket: 2, winning_ticket: 1, winner_name: null, evidence_url: null },
      },
    ]);
    expect(after.log).toMatchObject([
      {
        ...{ actor: "command line", action: "shop.import_draws" },
        after: { file: "draws.csv", sha256: expect.stringMatching(/^[0-9a-f]{64}$/), new: 2, changed: 0, there: 0, refused: 0 },
      },
    ]);
    ctx.setNow(new Date("2026-11-24T12:00:00Z"));
    expect(await write("draws", [PLAIN, MINI])).toEqual({
      code: 0,
      said: [
        "line 2: RH-13: already here",
        "line 3: RH-12: already here",
        "Lines: 0 new, 0 changed, 2 already there, 0 refused. There is nothing to write.",
      ],
    });
    expect(await written()).toEqual(after);
  });

  it("reports and applies differences; missing columns change nothing", async () => {
    await write("draws", [MINI, PLAIN]);
    const short = await run(
      "draws",
      ["RH-12,RaffleHouse,Mini Cooper S,3,2024-05-30,2024-06-02,7,4.50,10"],
      true,
      "draw,platform,title,tickets,closed_on,drawn_on,winning_ticket,ticket_price,last_ticket",
    );
    expect(short.said[0]).toBe("line 2: RH-12: already here; ticket_price 2.99 → 4.50, drawn_on 2024-06-01 → 2024-06-02");
    expect((await written()).draws[0]).toMatchObject({
      winner_name: "Amelia R.",
      drawn_on: "2024-06-02",
      prize_value_pence: 2_400_000,
    });
    const head = "draw,platform,title,tickets,closed_on,drawn_on,winning_ticket";
    const unnamed = await run("draws", ["RH-12,RaffleHouse,Mini Cooper S,4,2024-05-30,2024-06-02,4"], false, head);
    expect(unnamed.said[0]).toBe("line 2: RH-12: already here; tickets 3 → 4, winning_ticket 7 → 4");
    const more = await run("draws", ["RH-13,RaffleHouse,Fiat 500,5,2024-06-01,2024-07-01,5"], false, head);
    expect(more.said[0]).toContain("tickets 2 → 5, last_ticket 2 → 5");
    const nameless = MINI.replace("Amelia R.", "").replace("2.99", "4.50").replace("2024-06-01", "2024-06-02");
    expect((await write("draws", [nameless])).said[0]).toBe("line 2: RH-12: already here; winner_name “Amelia R.” → empty");
    expect(await kept()).toEqual([
      ["RH-12", null],
      ["RH-13", null],
    ]);
  });

  it("refuses draws that contradict existing tickets", async () => {
    await write("draws", [MINI]);
    await write("tickets", ["RH-12,7,", "RH-12,9,", "RH-12,10,"]);
    const says = async (line: string) => (await write("draws", [line])).said[0];
    expect(await says(MINI.replace(",3,10,", ",3,9,"))).toBe(
      "line 2: REFUSED: RH-12: ticket 10 of it is here, beyond the last ticket 9",
    );
    expect(await says(MINI.replace(",3,10,", ",2,10,"))).toBe(
      "line 2: REFUSED: RH-12: 3 tickets of it are here, and tickets says 2",
    );
    expect(await says(MINI.replace(",7,Amelia", ",8,Amelia"))).toBe(
      "line 2: REFUSED: RH-12: all its 3 tickets are here, and 8 is none of them",
    );
    expect(await says(MINI.replace(",7,Amelia", ",9,Amelia"))).toBe("line 2: RH-12: already here; winning_ticket 7 → 9");
  });

  it("refuses invalid lines with instructions, and then imports none", async () => {
    const line = (change: Readonly<Record<string, string>>) => {
      const values: Record<string, string> = {
        ...{ draw: "A", platform: "P", title: "T", title_fr: "", prize: "", prize_fr: "", prize_value: "", ticket_price: "" },
        ...{ tickets: "100", last_ticket: "", closed_on: "2024-01-01", drawn_on: "2024-01-02", winning_ticket: "5" },
        ...{ winner_name: "", evidence_url: "", ...change },
      };
      return DRAWS.split(",")
        .map((name) => `"${(values[name] ?? "").replaceAll('"', '""')}"`)
        .join(",");
    };
    const bad = [
      [{ draw: "" }, "draw is empty"],
      [{ draw: "d".repeat(61) }, "draw is longer than 60 characters"],
      [{ platform: "\u200b " }, "A: platform is empty"],
      [{ title: "t".repeat(121) }, "A: title is longer than 120 characters"],
      [{ title: "=1+1" }, "title holds a formula, not a text"],
      [{ prize: "x".repeat(5001) }, "A: prize is longer than 5000 characters"],
      [{ prize_value: "2,500" }, "A: prize_value “2,500” is no amount in pounds as in 2500 or 2.99"],
      [{ ticket_price: "2.999" }, "A: ticket_price “2.999” is no amount in pounds as in 2500 or 2.99"],
      [{ tickets: "" }, "A: tickets is empty"],
      [{ tickets: "0" }, "A: tickets “0” is no whole number from 1 to 2000000000"],
      [{ tickets: "99999999999" }, "A: tickets “99999999999” is no whole number from 1 to 2000000000"],
      [{ last_ticket: "99" }, "A: last_ticket 99 is less than tickets 100"],
      [{ winning_ticket: "101" }, "A: winning_ticket 101 is beyond the last ticket 100"],
      [{ winning_ticket: "" }, "A: winning_ticket is empty: a draw without a winner is not shown anywhere"],
      [{ closed_on: "30/05/2024" }, "A: closed_on “30/05/2024” is no day as in 2026-11-23"],
      [{ drawn_on: "2024-02-30" }, "A: drawn_on “2024-02-30” is no day as in 2026-11-23"],
      [{ closed_on: "" }, "A: closed_on is empty"],
      [{ drawn_on: "2026-11-24" }, "A: drawn_on 2026-11-24 is still to come: a draw that is not over stays where it is"],
      [{ closed_on: "0204-01-01" }, "A: closed_on 0204-01-01 is before 1990-01-01"],
      [{ drawn_on: "2023-12-31" }, "A: drawn_on 2023-12-31 is before closed_on 2024-01-01"],
      [
        { evidence_url: "javascript:alert(1)" },
        "A: evidence_url “javascript:alert(1)” is no address as in https://example.com/draws/12",
      ],
      [
        { evidence_url: "http://example.com" },
        "A: evidence_url “http://example.com” is no address as in https://example.com/draws/12",
      ],
      [
        { evidence_url: "https://me:pw@example.com" },
        "A: evidence_url “https://me:pw@example.com” is no address as in https://example.com/draws/12",
      ],
    ] as const;
    const before = await written();
    for (const [change, why] of bad)
      expect(await write("draws", [line(change)]), why).toEqual({
        code: 1,
        said: [
          `line 2: REFUSED: ${why}`,
          "Lines: 0 new, 0 changed, 0 already there, 1 refused. Nothing was written. Mend or remove the refused lines first.",
        ],
      });
    const twice = await write("draws", [MINI, PLAIN, MINI.replace("Mini", "Maxi")]);
    expect(twice.said.slice(2)).toEqual([
      "line 4: REFUSED: RH-12: the same draw as in line 2",
      "Lines: 2 new, 0 changed, 0 already there, 1 refused. Nothing was written. Mend or remove the refused lines first.",
    ]);
    expect(await written()).toEqual(before);
  });

  it("explains unreadable files", async () => {
    const said = async (content: string | Buffer) => (await take("draws", content, true)).said.at(-1);
    expect(await said(`draw,title\r\nA,B`)).toBe(
      "Line 1 must name the columns. Missing: platform, tickets, closed_on, drawn_on, winning_ticket. Found: draw, title.\nNothing was written.",
    );
    expect(await said(`${DRAWS}\r\n${MINI.replace("Amelia R.", '"Amelia R.')}`)).toBe(
      "Line 3: a quote is opened and never closed.\nNothing was written.".replace("Line 3", "Line 2"),
    );
    expect(await said(Buffer.from(`${DRAWS}\r\n${MINI.replace("Amelia", "Am\u00e9lie")}`, "latin1"))).toBe(
      "Line 2: this is not UTF-8. Save it as “CSV UTF-8” and try again.\nNothing was written.",
    );
    expect(await said(`${DRAWS}\r\n${MINI.replace("A red one", "x".repeat(200_000))}`)).toContain(
      "is longer than 100,000 characters",
    );
    // A spreadsheet's byte order mark and local separator.
    const french = `\ufeff${DRAWS.replaceAll(",", ";")}\r\n${PLAIN.replaceAll(",", ";")}\r\n`;
    expect((await take("draws", french, true)).said[0]).toContain("RH-13: new");
    expect(await shownWinners()).toEqual([["Fiat 500", undefined]]);
  });

  it("removes control characters and bidirectional marks", async () => {
    await write("draws", [MINI.replace("Mini Cooper S,", '"Mini\u0007\nCooper\u202e S",')]);
    expect((await written()).draws[0]).toMatchObject({ title: "Mini Cooper S" });
  });
});

describe("npm run import -- tickets", () => {
  beforeEach(async () => {
    await write("draws", [MINI, PLAIN]);
  });

  it("belong to the account with the address, if any, and are imported once", async () => {
    const amelia = await makeUser(ctx, { email: "amelia@example.com", email_verified: true });
    const lines = ["RH-12,007,Amelia@Example.com", "RH-12,9,nobody@example.com", "RH-12,10,"];
    const told = [
      "line 2: RH-12 ticket 7: new; amelia@example.com's; the winner's",
      "line 3: RH-12 ticket 9: new; without owner, as no account has nobody@example.com",
      "line 4: RH-12 ticket 10: new; without owner, as email is empty",
    ];
    const before = await written();
    expect((await run("tickets", lines)).said.slice(0, 3)).toEqual(told);
    expect(await written()).toEqual(before);
    expect(await write("tickets", lines)).toEqual({
      code: 0,
      said: [...told, "Lines: 3 new, 0 changed, 0 already there, 0 refused. All of it is written."],
    });
    expect(await owners()).toEqual([
      ["RH-12", 7, "amelia@example.com"],
      ["RH-12", 9, null],
      ["RH-12", 10, null],
    ]);
    const after = await written();
    expect(after.log.at(-1)).toMatchObject({ action: "shop.import_tickets", after: { file: "tickets.csv", new: 3 } });
    expect(JSON.stringify(after)).not.toContain("nobody@example.com");
    const again = await write("tickets", lines);
    expect(again.said.at(-1)).toBe("Lines: 0 new, 0 changed, 3 already there, 0 refused. There is nothing to write.");
    expect(await written()).toEqual(after);
    expect(await listImportedOf(ctx, amelia.id)).toMatchObject([
      { title: { en: "Mini Cooper S" }, numbers: [7], winningTicket: 7 },
    ]);
  });

  it("are assigned to people who are imported later, and to no others", async () => {
    await write("tickets", ["RH-12,7,late@example.com", "RH-12,9,other@example.com"]);
    await makeUser(ctx, { email: "late@example.com", email_verified: true });
    await makeUser(ctx, { email: "other@example.com", email_verified: true });
    const second = await write("tickets", ["RH-12,7,late@example.com", "RH-12,9,"]);
    expect(second.said.slice(0, 2)).toEqual([
      "line 2: RH-12 ticket 7: already here; now late@example.com's",
      "line 3: RH-12 ticket 9: already here",
    ]);
    const third = await write("tickets", ["RH-12,7,other@example.com", "RH-12,9,other@example.com"]);
    expect(third.said).toEqual([
      "line 2: REFUSED: RH-12 ticket 7: already here, and not other@example.com's",
      "line 3: RH-12 ticket 9: already here; now other@example.com's",
      "Lines: 0 new, 1 changed, 0 already there, 1 refused. Nothing was written. Mend or remove the refused lines first.",
    ]);
    expect(await owners()).toEqual([
      ["RH-12", 7, "late@example.com"],
      ["RH-12", 9, null],
    ]);
  });

  it("are not assigned to unverified addresses", async () => {
    const squatter = await makeUser(ctx, { email: "amelia@example.com", email_verified: false });
    const secret = { id: squatter.id, account_id: squatter.id, user_id: squatter.id, password: "x" };
    await ctx.db
      .insertInto("credentials")
      .values({ ...secret, created_at: NOW, updated_at: NOW })
      .execute();
    expect((await write("tickets", ["RH-12,7,amelia@example.com"])).said[0]).toBe(
      "line 2: RH-12 ticket 7: new; no one's until amelia@example.com is confirmed here and the file is imported again; the winner's",
    );
    expect(await listImportedOf(ctx, squatter.id)).toEqual([]);
    await ctx.db.updateTable("users").set({ email_verified: true }).where("id", "=", squatter.id).execute();
    expect((await write("tickets", ["RH-12,7,amelia@example.com"])).said[0]).toContain("now amelia@example.com's");
    // Only a mail's recipient gets into an imported account.
    await makeUser(ctx, { email: "imported@example.com", email_verified: false });
    expect((await write("tickets", ["RH-12,9,imported@example.com"])).said[0]).toContain("new; imported@example.com's");
  });

  it("are all refused if one fits no draw", async () => {
    const before = await written();
    const { code, said } = await write("tickets", [
      "RH-99,1,",
      "RH-12,11,",
      "RH-12,0,",
      "RH-12,7-8,",
      "RH-12,,",
      ",7,",
      "RH-12,9,not an address",
      "RH-12,1,",
      "RH-12,0001,",
      "RH-12,2,",
      "RH-12,3,",
      "RH-12,7,",
      "RH-12,4,",
    ]);
    expect(code).toBe(1);
    expect(said).toEqual([
      "line 2: REFUSED: RH-99 ticket 1: this draw is not here. Import the draws first",
      "line 3: REFUSED: RH-12 ticket 11: beyond the last ticket 10",
      "line 4: REFUSED: RH-12: ticket “0” is no whole number from 1 to 2000000000",
      "line 5: REFUSED: RH-12: ticket “7-8” is no whole number from 1 to 2000000000",
      "line 6: REFUSED: RH-12: ticket is empty",
      "line 7: REFUSED: draw is empty",
      "line 8: REFUSED: RH-12 ticket 9: email “not an address” is no address",
      "line 9: RH-12 ticket 1: new; without owner, as email is empty",
      "line 10: REFUSED: RH-12 ticket 1: the same ticket as in line 9",
      "line 11: RH-12 ticket 2: new; without owner, as email is empty",
      "line 12: REFUSED: RH-12 ticket 3: the last of its 3 tickets, and the winner's 7 is none of them",
      "line 13: RH-12 ticket 7: new; without owner, as email is empty; the winner's",
      "line 14: REFUSED: RH-12 ticket 4: the draw had 3 tickets, and all of them are here",
      "Lines: 3 new, 0 changed, 0 already there, 10 refused. Nothing was written. Mend or remove the refused lines first.",
    ]);
    expect(await written()).toEqual(before);
  });

  it("counts those of former batches and files", async () => {
    await write("draws", ["BIG,P,T,,,,,,700,,2024-01-01,2024-01-01,650,,"]);
    const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `BIG,${from + i},`);
    expect((await write("tickets", numbers(1, 640))).code).toBe(0);
    const rest = await write("tickets", [...numbers(641, 649), ...numbers(651, 700), "BIG,650,"]);
    expect(rest.said.at(-1)).toContain("All of it is written");
    expect((await written()).tickets.length).toBe(700);
  });
});

describe("whoever leaves", () => {
  it("loses their tickets and their name as a winner, also for later imports", async () => {
    await write("draws", [MINI]);
    const amelia = await makeUser(ctx, { email: "amelia@example.com", email_verified: true });
    const lines = ["RH-12,7,amelia@example.com", "RH-12,9,amelia@example.com", "RH-12,10,"];
    await write("tickets", lines);
    expect(await eraseUser(ctx, amelia.id, { tickets: "keep" })).toEqual({ ok: true, value: undefined });
    expect(await owners()).toEqual([
      ["RH-12", 7, "left"],
      ["RH-12", 9, "left"],
      ["RH-12", 10, null],
    ]);
    expect(JSON.stringify(await written())).not.toContain("Amelia");
    expect(await shownWinners()).toEqual([["Mini Cooper S", undefined]]);

    await makeUser(ctx, { email: "amelia@example.com", email_verified: true });
    expect((await write("draws", [MINI])).said[0]).toBe("line 2: RH-12: already here");
    expect((await write("draws", [MINI.replace("24000", "25000")])).said[0]).toBe(
      "line 2: RH-12: already here; prize_value 24000.00 → 25000.00",
    );
    expect((await write("tickets", lines)).said.slice(0, 2)).toEqual([
      "line 2: RH-12 ticket 7: already here; its holder has closed the account",
      "line 3: RH-12 ticket 9: already here; its holder has closed the account",
    ]);
    expect(await kept()).toEqual([["RH-12", null]]);
  });

  it("for good gets no tickets, and is not named", async () => {
    await write("draws", [MINI]);
    const gone = await makeUser(ctx, { email: "gone@example.com" });
    expect((await eraseUser(ctx, gone.id, { tickets: "keep", forGood: true })).ok).toBe(true);
    expect((await write("tickets", ["RH-12,7,gone@example.com"])).said[0]).toBe(
      "line 2: RH-12 ticket 7: new; without owner, as gone@example.com closed their account for good; the winner's, who is not named any more",
    );
    expect(await owners()).toEqual([["RH-12", 7, "left"]]);
    expect(await kept()).toEqual([["RH-12", null]]);
  });

  it("or objects to being named, is shown as a player while they object", async () => {
    await write("draws", [MINI]);
    const amelia = await makeUser(ctx, { email: "amelia@example.com", email_verified: true });
    await write("tickets", ["RH-12,7,amelia@example.com"]);
    const hide = (name_hidden: boolean) => ctx.db.updateTable("users").set({ name_hidden }).where("id", "=", amelia.id).execute();
    await hide(true);
    expect(await shownWinners()).toEqual([["Mini Cooper S", undefined]]);
    await hide(false);
    expect(await shownWinners()).toEqual([["Mini Cooper S", "Amelia R."]]);
  });
});

describe("docs/import.md", () => {
  it.for([
    ["Draws", "draws", DRAW_COLUMNS],
    ["Tickets", "tickets", TICKET_COLUMNS],
  ] as const)("names the columns of %s, and its example can be imported", async ([title, kind, { required, optional }]) => {
    const [, part = ""] = (await readFile(DOCUMENT, "utf8")).split(`\n## ${title}\n`);
    const [section = ""] = part.split("\n## ");
    const named = [...section.matchAll(/^\| `(\w+)`\s+\| (yes|no)\s/gm)].map(([, name, needed]) => [name, needed]);
    expect(named.toSorted()).toEqual(
      [...required.map((name) => [name, "yes"]), ...optional.map((name) => [name, "no"])].toSorted(),
    );
    if (kind === "tickets") {
      const [, draws = ""] = (await readFile(DOCUMENT, "utf8")).split("\n## Draws\n");
      await take("draws", /```csv\n([\s\S]*?)```/.exec(draws)?.[1] ?? "", true);
      await makeUser(ctx, { email: "amelia@example.com", email_verified: true });
    }
    const { code, said } = await take(kind, /```csv\n([\s\S]*?)```/.exec(section)?.[1] ?? "");
    expect(code).toBe(0);
    expect(section).toContain(said.join("\n"));
  });
});
