/** Imports people of another platform with their consents and exclusions, without their passwords. */
import { randomUUID } from "node:crypto";
import type { CsvFile } from "#platform/csv-file.server.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { type ImportedPerson, type ReadPerson, readPerson } from "../../rules/import-person.ts";
import type { AddressHolder } from "../../rules/person/email-address.ts";
import { listClosedForGood, takeOverClosed } from "../person/closed-accounts.ts";
import { lockExclusions, type NamedPerson } from "../person/same-person-store.ts";
import { applySamePersonExclusions } from "../person/same-person.ts";
import {
  applyAllStoredExclusions,
  applyExclusion,
  excludeDuplicates,
  storeMailboxExclusion,
} from "../person/stored-exclusions.ts";
import { readPhone } from "../profile/phone.ts";
import { findIdsByEmail, insertImportedPeople, listReservedAddresses, lockByEmail } from "./import-store.ts";
import { type ImportCounts, type ImportLine, runImport } from "./run-import.ts";

type Importing = Pick<Ctx, "db" | "now" | "lastingSecret">;
/** `isWriting` false: a dry run. `tell`: reports each line as it is read. */
type ImportOptions = { readonly isWriting: boolean; readonly tell: (line: ImportLine) => void };
/** A row of the file that was read as this kind, with its line number. */
type Read<Kind extends ReadPerson["kind"]> = Extract<ReadPerson, { kind: Kind }> & { readonly line: number };

/**
 * Imports the file in one transaction. Existing accounts only get longer exclusions. New ones have no
 * password and an unconfirmed address.
 */
export async function importPeople(
  ctx: Importing,
  file: Pick<CsvFile, "name" | "rows" | "sha256">,
  options: ImportOptions,
): Promise<ImportCounts> {
  // Line numbers, by address and by phone number.
  const seen = new Map<string, number>();
  const opened = new Map<string, number>();
  const now = ctx.now();
  const imported: Imported = { fresh: [], excluded: [] };
  const importContext = { today: londonDate(now), now, readPhone };
  const counts = await runImport(ctx, {
    file,
    action: "shop.import_people",
    ...options,
    take: async (tx, rows) => {
      const read = rows.map(({ line, values }) => ({ line, ...refuseRepeated(readPerson(values, importContext), line, seen) }));
      const lines = read.flatMap((each): ImportLine[] =>
        each.kind === "refused" ? [refusal(each.line, each.why, each.email)] : [],
      );
      const people = read.filter((each): each is Read<"person"> => each.kind === "person");
      const closed = read.filter((each): each is Read<"closed"> => each.kind === "closed");
      const taken = await takePeople(ctx, tx, people, imported);
      for (const { phone, line } of people) if (phone !== undefined && !opened.has(phone)) opened.set(phone, line);
      return [...lines, ...taken, ...(await takeClosed(ctx, tx, closed, opened))];
    },
  });
  if (options.isWriting && counts.refused === 0) await applyImportedExclusions(ctx, imported);
  return counts;
}

/** `excluded`: ids of new and existing accounts. */
/** `fresh`: new accounts. `excluded`: ids of accounts, new or not, with a self-exclusion. */
type Imported = { readonly fresh: NamedPerson[]; readonly excluded: string[] };
/** Accounts per transaction. */
const AT_ONCE = 500;

/** Applies exclusions of accounts changed during the import: locking them throughout blocks registrations. */
async function applyImportedExclusions(ctx: Importing, { fresh, excluded }: Imported): Promise<void> {
  for (let at = 0; at < fresh.length; at += AT_ONCE)
    await ctx.db.transaction().execute(async (tx) => {
      await lockExclusions(tx, "apply");
      await applySamePersonExclusions(ctx, tx, fresh.slice(at, at + AT_ONCE));
    });
  for (const id of excluded)
    await ctx.db.transaction().execute(async (tx) => {
      await lockExclusions(tx, "begin");
      await storeMailboxExclusion(ctx, tx, id);
    });
}

function refusal(line: number, why: string, email: string | undefined): ImportLine {
  return { line, outcome: "refused", says: email === undefined ? why : `${email}: ${why}` };
}

/** Refuses a person whose address an earlier line has. `seen`: line numbers by address. */
function refuseRepeated(read: ReadPerson, line: number, seen: Map<string, number>): ReadPerson {
  if (read.email === undefined) return read;
  const before = seen.get(read.email);
  if (before === undefined) seen.set(read.email, line);
  return before === undefined ? read : { kind: "refused", email: read.email, why: `the same email as in line ${before}` };
}

/** Creates the new accounts, adds exclusions to existing ones, and reports each person's line. */
async function takePeople(ctx: Importing, tx: Tx, people: readonly Read<"person">[], imported: Imported): Promise<ImportLine[]> {
  if (people.length === 0) return [];
  const emails = people.map(({ email }) => email);
  const existing = await findIdsByEmail(tx, emails);
  const barred = await findBarred(
    ctx,
    tx,
    people.filter(({ email }) => !existing.has(email)),
  );
  const fresh = people
    .filter(({ email }) => !existing.has(email) && !barred.has(email))
    .map((each) => ({ ...each, id: randomUUID() }));
  await insertImportedPeople(tx, fresh, ctx.now());
  const ids = new Map([...existing, ...fresh.map(({ email, id }) => [email, id] as const)]);
  await applyAllStoredExclusions(ctx, tx, fresh);
  for (const { id, firstName, lastName, birthDate } of fresh) imported.fresh.push({ id, firstName, lastName, birthDate });
  const lines: ImportLine[] = [];
  for (const person of people) {
    const why = barred.get(person.email);
    const id = ids.get(person.email);
    if (why !== undefined || id === undefined) lines.push(refusal(person.line, why ?? "unknown", person.email));
    else {
      lines.push(await importPerson(ctx, tx, { person, id, isNew: !existing.has(person.email) }));
      if (person.exclusions.some(({ kind }) => kind === "exclusion")) imported.excluded.push(id);
    }
  }
  return lines;
}

/** Addresses that cannot be imported, with the reason. */
async function findBarred(ctx: Importing, tx: Tx, people: readonly Read<"person">[]): Promise<ReadonlyMap<string, string>> {
  const barred = new Map<string, string>();
  if (people.length === 0) return barred;
  const emails = people.map(({ email }) => email);
  for (const email of await listReservedAddresses(tx, emails, ctx.now()))
    barred.set(email, "this address may still go back to the account that had it");
  for (const [index, isClosed] of (await listClosedForGood(ctx, tx, people)).entries())
    if (isClosed) barred.set(emails[index] ?? "", "closed their account for good");
  return barred;
}

type PersonToImport = { readonly person: Read<"person">; readonly id: string; readonly isNew: boolean };

/** Applies the person's exclusions and reports the line. */
async function importPerson(ctx: Importing, tx: Tx, { person, id, isNew }: PersonToImport): Promise<ImportLine> {
  // Exclusions that last longer than the present ones, in words.
  const longer: string[] = [];
  for (const exclusion of person.exclusions) {
    if (!(await applyExclusion(ctx, tx, id, exclusion))) continue;
    longer.push(`${EXCLUSION_WORDS[exclusion.kind]} until the end of ${exclusion.lastDay}`);
    if (exclusion.kind === "exclusion") await excludeDuplicates(ctx, tx, id, { until: exclusion.until, isConfirmed: true });
  }
  const { line, email } = person;
  if (!isNew)
    return longer.length > 0
      ? { line, outcome: "changed", says: `${email}: already here; now ${longer.join(" and ")}` }
      : { line, outcome: "there", says: `${email}: already here, left as it is` };
  return { line, outcome: "new", says: [`${email}: new`, ...longer, ...newsletterOf(person)].join("; ") };
}

const EXCLUSION_WORDS = { pause: "pauses", exclusion: "self-excluded" } as const;

/** What the report says about the newsletter: nothing, one sentence. */
function newsletterOf({ newsletterSince, isNewsletterUndated, exclusions }: ImportedPerson): string[] {
  if (isNewsletterUndated) return ["no newsletter, as newsletter_since is empty"];
  if (newsletterSince === undefined) return [];
  return exclusions.length > 0 ? ["no newsletter during a rest"] : ["newsletter"];
}

/** Stores hashes that block a new registration. `opened`: line numbers by phone number. */
async function takeClosed(
  ctx: Importing,
  tx: Tx,
  closed: readonly Read<"closed">[],
  opened: ReadonlyMap<string, number>,
): Promise<ImportLine[]> {
  if (closed.length === 0) return [];
  const existing = await findIdsByEmail(
    tx,
    closed.map(({ email }) => email),
  );
  const known = await listClosedForGood(
    ctx,
    tx,
    closed.map(({ email }) => ({ email })),
  );
  const lines: ImportLine[] = [];
  for (const [index, { line, email, phone, closedAt }] of closed.entries()) {
    const other = phone === undefined ? undefined : opened.get(phone);
    if (existing.has(email)) lines.push(refusal(line, "closed there, and has an account here. Close it first", email));
    else if (other !== undefined)
      lines.push(refusal(line, `closed there, and line ${other} is an account with the same phone`, email));
    else if (known[index]) lines.push({ line, outcome: "there", says: `${email}: already kept as closed` });
    else {
      await takeOverClosed(ctx, tx, { email, phone }, closedAt);
      lines.push({ line, outcome: "new", says: `${email}: kept as closed for good; no account` });
    }
  }
  return lines;
}

/**
 * Finds who has each address, and locks those accounts. An account without a password belongs to its
 * address's reader.
 */
export async function findHolders(
  ctx: Pick<Ctx, "lastingSecret" | "now">,
  tx: Tx,
  emails: readonly string[],
): Promise<ReadonlyMap<string, AddressHolder>> {
  const distinct = [...new Set(emails)];
  const found = new Map<string, AddressHolder>();
  if (distinct.length === 0) return found;
  const closed = await listClosedForGood(
    ctx,
    tx,
    distinct.map((email) => ({ email })),
  );
  for (const [index, email] of distinct.entries()) if (closed[index]) found.set(email, { kind: "closed" });
  for (const { id, email, isReaders } of await lockByEmail(tx, distinct))
    found.set(email, isReaders ? { kind: "account", id } : { kind: "unconfirmed" });
  return found;
}
