/** Analyses the shop's SQL: which store writes a table, and which feature reads a table of a layer above. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-for-dependency-cruiser";
import { LAYERS } from "./layers.ts";
import { MAKERS, OWNERS, UPWARD_READS, WRITERS } from "./tables.ts";

const SOURCES = "{src,demo,bench,e2e,scripts}/**/*.{ts,tsx}";
const TEST = /\.(test|slow|fixture)\.tsx?$|^scripts\/(check-)?tables\.ts$/;

/** A restore writes whatever tables exist. */
const RESTORES = new Set(["src/platform/backup/backup-tables.server.ts"]);
/** The end of test mode covers every table by its own list. */
const WIPES = "src/platform/test-mode/wipe-trials.server.ts";

/** `table` is undefined if a statement's target is computed. */
type Use = { readonly table: string | undefined; readonly writes: boolean; readonly line: number };

const KYSELY_WRITES = /^(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)$/;
const KYSELY_READS = /^(selectFrom|from|using|table|(inner|left|right|full|cross)Join(Lateral)?)$/;
/** Replaces a template's expressions. */
const PLACEHOLDER = "__part__";
const SQL_WRITES =
  /(?<!\b(?:FOR|KEY|DO|ON|BEFORE|AFTER|OR)\s+)\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO)\s+(?:ONLY\s+)?(?:"?public"?\s*\.\s*)?"?([a-z_]+)/gi;
const SQL_EMPTIES = /\bTRUNCATE\s+(?:TABLE\s+)?([\w\s,."]+)/gi;
const SQL_NAMES =
  /\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE|ONLY|,)\s*(?:LATERAL\s+)?(?:"?public"?\s*\.\s*)?"?([a-z_]+)|\b(ticket_stands|winning_tickets|prize_is_open)\s*\(/gi;

function usesOfSql(text: string): Omit<Use, "line">[] {
  const sql = text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ");
  const written = [...sql.matchAll(SQL_WRITES)].map(([, name = ""]) => name);
  const emptied = [...sql.matchAll(SQL_EMPTIES)].flatMap(([, list = ""]) => list.match(/[a-z_]+/gi) ?? []);
  const named = [...sql.matchAll(SQL_NAMES)].map(([, name, called]) => name ?? called ?? "");
  const uses = [
    ...[...written, ...emptied].map((name) => ({ table: name === PLACEHOLDER ? undefined : name.toLowerCase(), writes: true })),
    ...named.map((name) => ({ table: name.toLowerCase(), writes: false })),
  ];
  return uses.filter(({ table }) => table === undefined || OWNERS.has(table));
}

/** The use by a query builder's call, whose first argument is the table. */
function usesOfCall(node: ts.CallExpression): Omit<Use, "line">[] {
  if (!ts.isPropertyAccessExpression(node.expression)) return [];
  const method = node.expression.name.text;
  const writes = KYSELY_WRITES.test(method);
  const [first] = node.arguments;
  if (!first || !(writes || KYSELY_READS.test(method))) return [];
  const names = (ts.isArrayLiteralExpression(first) ? [...first.elements] : [first]).flatMap((each) =>
    ts.isStringLiteralLike(each) ? [each.text.split(/\s+as\s+/i)[0]?.replace(/^public\./, "") ?? ""] : [],
  );
  if (writes && names.length === 0) return [{ table: undefined, writes }];
  return names.filter((name) => OWNERS.has(name)).map((table) => ({ table, writes }));
}

function usesIn(source: ts.SourceFile): Use[] {
  const uses: Use[] = [];
  const visit = (node: ts.Node): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    const found = ts.isCallExpression(node)
      ? usesOfCall(node)
      : ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
        ? usesOfSql(node.text)
        : ts.isTemplateExpression(node)
          ? usesOfSql(node.head.text + node.templateSpans.map(({ literal }) => PLACEHOLDER + literal.text).join(""))
          : [];
    uses.push(...found.map((use) => ({ ...use, line })));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

const floorOf = (feature: string) => LAYERS.indexOf(feature);
/** The feature of a file, `platform` for the infrastructure; undefined for layers above all features. */
const featureOf = (file: string) => /^src\/(?:features\/([^/]+)|(platform))\//.exec(file)?.slice(1).find(Boolean);

/** Every broken rule below `root`, as "file:line what", including obsolete exceptions. */
export function findBreaches(
  root: string,
  { makers = MAKERS, exceptions = UPWARD_READS }: { makers?: readonly string[]; exceptions?: typeof UPWARD_READS } = {},
): string[] {
  const breaches = new Set<string>();
  const needed = new Set<string>();
  const isTold = (file: string, table: string) => {
    if (!exceptions[file]?.split(" ").includes(table)) return false;
    needed.add(`${file} ${table}`);
    return true;
  };
  const files = globSync(SOURCES, { cwd: root, exclude: (path) => /(^|\/)node_modules$/.test(path) }).sort();
  for (const file of files.filter((path) => !TEST.test(path) && path !== WIPES)) {
    const text = readFileSync(join(root, file), "utf8");
    const room = featureOf(file);
    for (const { table, writes, line } of usesIn(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false))) {
      const at = `${file}:${line}`;
      if (writes && table === undefined && !RESTORES.has(file)) breaches.add(`${at} does not say which table it writes`);
      const writer = writes && table !== undefined ? WRITERS[table] : undefined;
      if (writer !== undefined && writer !== file) {
        if (makers.includes(file)) needed.add(file);
        else breaches.add(`${at} writes ${table}, which ${writer} does`);
      }
      const owner = table === undefined ? undefined : OWNERS.get(table);
      if (room === undefined || owner === undefined || table === undefined) continue;
      if (floorOf(owner) > floorOf(room) && !isTold(file, table)) breaches.add(`${at} looks into ${table} of ${owner}`);
    }
  }
  for (const file of makers) if (!needed.has(file)) breaches.add(`${file} is a maker no more`);
  for (const [file, tables] of Object.entries(exceptions))
    for (const table of tables.split(" "))
      if (!needed.has(`${file} ${table}`)) breaches.add(`${file} looks into ${table} no more`);
  return [...breaches].sort();
}

if (import.meta.main) {
  const breaches = findBreaches(join(import.meta.dirname, ".."));
  for (const breach of breaches) console.error(breach);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
