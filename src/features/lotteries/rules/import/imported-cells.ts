/** Reads single cells of imported CSV files. An empty cell is null, a wrong one an English sentence. */
import { shownCell } from "#features/accounts/rules/import-cells.ts";
import { isBlank, tidyText } from "#features/accounts/rules/registration.ts";
import { type Pence, pence } from "#shared/money/money.ts";
import { err, ok, type Result } from "#shared/result.ts";

type Cell<Value> = Result<Value | null, string>;

/** Text of at most `longest` characters, without superfluous blanks. */
export function readWords(name: string, cell: string | undefined, longest: number): Cell<string> {
  const words = tidyText(cell ?? "");
  if (isBlank(words)) return ok(null);
  return words.length > longest ? err(`${name} is longer than ${longest} characters`) : ok(words);
}

/** About the limit of PostgreSQL's type integer. */
const MOST_COUNT = 2_000_000_000;

/** An integer from 1, which may have leading zeros. */
export function readCount(name: string, cell: string | undefined): Cell<number> {
  const typed = (cell ?? "").trim();
  if (typed === "") return ok(null);
  const count = /^\d{1,20}$/.test(typed) ? Number(typed) : 0;
  return count >= 1 && count <= MOST_COUNT
    ? ok(count)
    : err(`${name} “${shownCell(typed)}” is no whole number from 1 to ${MOST_COUNT}`);
}

/** Pounds with a decimal point and without commas, as 2,500 would be ambiguous. */
export function readPounds(name: string, cell: string | undefined): Cell<Pence> {
  const typed = (cell ?? "").trim();
  if (typed === "") return ok(null);
  const amount = /^£?\s*(\d{1,9}(?:\.\d{1,2})?)$/.exec(typed)?.[1];
  return amount === undefined
    ? err(`${name} “${shownCell(typed)}” is no amount in pounds as in 2500 or 2.99`)
    : ok(pence(Math.round(Number(amount) * 100)));
}

/** In characters. */
const LONGEST_ADDRESS = 500;

/** A public link for visitors: https, without user name and password. */
export function readAddress(name: string, cell: string | undefined): Cell<string> {
  const typed = (cell ?? "").trim();
  if (typed === "") return ok(null);
  const wrong = err(`${name} “${shownCell(typed)}” is no address as in https://example.com/draws/12`);
  if (typed.length > LONGEST_ADDRESS) return err(`${name} is longer than ${LONGEST_ADDRESS} characters`);
  const address = URL.parse(typed);
  if (address?.protocol !== "https:" || address.username !== "" || address.password !== "") return wrong;
  return address.href.length > LONGEST_ADDRESS ? err(`${name} is longer than ${LONGEST_ADDRESS} characters`) : ok(address.href);
}
