/** Labels of accounts, and exports for accounting software. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registered } from "#features/accounts/server/accounts.fixture.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { ACCOUNTS } from "#shared/accounts.ts";
import { addDays, londonDate } from "#shared/dates/dates.ts";
import { OWN_LABELS, readLabels } from "../../rules/chart.ts";
import { daySums, xeroJournals, xeroParts } from "../../rules/files.ts";
import { monthOf } from "../../rules/month.ts";
import { buy } from "../books.fixture.ts";
import { exportBooks } from "../export-books.ts";
import { showMonth } from "../read-books.ts";
import { findJournalAction } from "./journal-actions.ts";
import { updateJournal } from "./update-journal.ts";

const COMMAND = { kind: "command" } as const;
let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());

/** The form as shown, with changes. */
function form(version: number, changes: Readonly<Record<string, string>> = {}): URLSearchParams {
  const fields = Object.entries(OWN_LABELS.accounts).flatMap(([account, { code, name }]) => [
    [`code_${account}`, code],
    [`name_${account}`, name],
  ]);
  return new URLSearchParams({
    ...Object.fromEntries(fields),
    ...{ intent: "labels", version: String(version), untaxed: OWN_LABELS.untaxed },
    ...changes,
  });
}
const save = (
  version: number,
  changes?: Readonly<Record<string, string>>,
  actor: Parameters<typeof findJournalAction>[1] = COMMAND,
) => findJournalAction(ctx, actor, form(version, changes))?.();

async function file(format: "xero" | "quickbooks" | "journal") {
  const exported = await exportBooks(ctx, COMMAND, { month: monthOf(londonDate(new Date())), format });
  if (!exported.ok) throw new Error(exported.error);
  let text = "";
  for await (const piece of exported.value) text += piece;
  return text;
}

describe("account codes", () => {
  it.each([
    ["no code", { code_sales: "" }],
    ["a code that is longer than Xero takes", { code_sales: "12345678901" }],
    ["a code with a space", { code_sales: "4 00" }],
    ["a name that a spreadsheet would compute", { name_vat: "=1+1" }],
    ["a name of two lines", { name_vat: "VAT\nmore" }],
    ["no name", { name_refunds: " " }],
    ["no rate without tax", { untaxed: "" }],
  ])("%s is refused", async (_case, changes) => {
    expect(await save(0, changes)).toMatchObject({ ok: false, error: "bad_label" });
  });

  it("require the right to write the books", async () => {
    const { userId: id } = await registered(ctx, {});
    expect(await save(0, {}, { kind: "admin", id, ip: "127.0.0.1", reauthAt: ctx.now() } as never)).toMatchObject({
      error: "forbidden",
    });
  });

  it("are in each file once saved, and in the audit log; a stale form overwrites nothing", async () => {
    await buy(ctx, 1);
    await updateJournal(ctx);
    expect(await file("xero")).toContain("Ticket sales,200,No VAT,-29.99");
    const mine = { code_sales: "4000", name_sales: "Sales: draws", untaxed: "Tax Exempt (0%)" };
    expect(await save(0, mine)).toMatchObject({ ok: true });
    // A repeated request succeeds, and is no conflict.
    expect(await save(0, mine)).toMatchObject({ ok: true });
    expect(await save(0, { ...mine, code_sales: "4001" })).toMatchObject({ ok: false, error: "changed_meanwhile" });
    expect(await file("xero")).toContain("Sales: draws,4000,Tax Exempt (0%),-29.99");
    expect(await file("quickbooks")).toContain("Sales: draws,,29.99");
    expect(await file("journal")).toContain("sale,4000,Sales: draws,,29.99");
    const shown = await showMonth(ctx, COMMAND, undefined);
    expect(shown.ok && shown.value.labels).toMatchObject({
      version: 1,
      accounts: { sales: { code: "4000" }, vat: { code: "820" } },
    });
    expect(await save(1, mine)).toMatchObject({ ok: true });
    const entries = await ctx.db.selectFrom("audit_log").selectAll().where("action", "=", "books.labels").execute();
    expect(entries).toMatchObject([
      {
        before: { sales: "200 Ticket sales", untaxed: "No VAT" },
        after: { sales: "4000 Sales: draws", untaxed: "Tax Exempt (0%)" },
      },
    ]);
  });

  it("may be the same for several accounts", () => {
    const fields = form(0, { code_discounts: "200", name_discounts: "Ticket sales" });
    expect(readLabels((name) => fields.get(name) ?? "")?.accounts.discounts).toEqual({ code: "200", name: "Ticket sales" });
  });
});

describe("a month that exceeds Xero's limit for a file", () => {
  const everything = Object.fromEntries(ACCOUNTS.map((account, i) => [account, i % 2 === 0 ? 100 : -100]));
  const days = Array.from({ length: 31 }, (_, i) => ({ day: addDays("2026-12-01", i), sums: everything }));

  it("is split into several, each of whole days and of 300 lines at most", () => {
    const sums = daySums(days);
    const parts = xeroParts(sums);
    expect(parts.map((part) => part.length)).toEqual([289, 238]);
    expect(parts.flat()).toEqual(sums);
    const daysOf = parts.map((part) => new Set(part.map(({ day }) => day)));
    expect([...(daysOf[0] ?? [])].filter((day) => daysOf[1]?.has(day))).toEqual([]);
    expect(
      xeroJournals(parts[1] ?? [], "Aurora", OWN_LABELS)
        .trimEnd()
        .split("\r\n"),
    ).toHaveLength(239);
  });

  it("is one file if it is short or empty", () => {
    expect(xeroParts(daySums(days.slice(0, 17)))).toHaveLength(1);
    expect(xeroParts([])).toEqual([[]]);
  });
});
