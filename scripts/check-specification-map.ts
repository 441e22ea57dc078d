/** Holds docs/specification-map.md to the tree: every row names a real place and a real test, or says "not yet". */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One statement of the specification. `places` and `tests` are empty where the map says "not yet". */
type Row = { line: number; id: string; places: string[]; tests: { file: string; name?: string }[] };

/** What the map says and what is wrong with it; `complaints` is empty when all is well. */
export type Verdict = { statements: number; placed: number; tested: number; complaints: string[] };

const HEADER = "| id | statement | where | test |";
const ID = /^[A-Z]\d*(\.[a-z0-9-]+)*\.\d{2,}$/;
const NOT_YET = "not yet";

/**
 * Checks a map against the files below `root`.
 *
 * A place is a path in backticks. A test is a path in backticks, followed by ` › ` and the test's name where one test of the file is meant.
 * Several are separated by `<br>`.
 */
export function checkMap(markdown: string, root: string): Verdict {
  const complaints: string[] = [];
  const rows = readRows(markdown, complaints);
  const seen = new Map<string, number>();
  for (const row of rows) {
    const first = seen.get(row.id);
    if (first !== undefined) complaints.push(`line ${row.line}: ${row.id} stands on line ${first} already`);
    else seen.set(row.id, row.line);
    for (const place of row.places)
      if (!existsSync(join(root, place))) complaints.push(`line ${row.line}: ${row.id} lives in ${place}, which does not exist`);
    for (const test of row.tests) complaints.push(...complainAboutTest(row, test, root));
  }
  if (rows.length === 0) complaints.push("the map has no rows");
  return {
    statements: rows.length,
    placed: rows.filter((row) => row.places.length > 0).length,
    tested: rows.filter((row) => row.tests.length > 0).length,
    complaints,
  };
}

function readRows(markdown: string, complaints: string[]): Row[] {
  const rows: Row[] = [];
  for (const [index, text] of markdown.split("\n").entries()) {
    if (!text.startsWith("|") || text === HEADER || /^\|[-|: ]+\|$/.test(text)) continue;
    const line = index + 1;
    const cells = text
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const [id = "", statement = "", where = "", test = ""] = cells;
    if (cells.length !== 4 || !text.endsWith("|"))
      complaints.push(`line ${line}: a row has four cells, this one ${cells.length}`);
    else if (!ID.test(id)) complaints.push(`line ${line}: "${id}" is no id (such as S2.global.03)`);
    else if (statement === "") complaints.push(`line ${line}: ${id} states nothing`);
    else rows.push({ line, id, places: readPlaces(where, line, id, complaints), tests: readTests(test, line, id, complaints) });
  }
  for (const row of rows)
    if (row.tests.length > 0 && row.places.length === 0)
      complaints.push(`line ${row.line}: ${row.id} is tested but lives nowhere`);
  return rows;
}

function readPlaces(cell: string, line: number, id: string, complaints: string[]): string[] {
  if (cell === NOT_YET) return [];
  const places = cell.split(/<br>|, /).map((place) => /^`([^`]+)`$/.exec(place.trim())?.[1]);
  if (places.includes(undefined)) complaints.push(`line ${line}: ${id} has neither a place nor "${NOT_YET}" but "${cell}"`);
  return places.filter((place) => place !== undefined);
}

function readTests(cell: string, line: number, id: string, complaints: string[]): Row["tests"] {
  if (cell === NOT_YET) return [];
  const tests = cell.split("<br>").map((test) => /^`([^`]+)`(?: › (.+))?$/.exec(test.trim()));
  if (tests.includes(null)) complaints.push(`line ${line}: ${id} has neither a test nor "${NOT_YET}" but "${cell}"`);
  return tests.flatMap((test) =>
    test?.[1] === undefined ? [] : [{ file: test[1], ...(test[2] !== undefined && { name: test[2].trim() }) }],
  );
}

function complainAboutTest(row: Row, { file, name }: Row["tests"][number], root: string): string[] {
  if (!existsSync(join(root, file))) return [`line ${row.line}: ${row.id} is held by ${file}, which does not exist`];
  if (!/\.test\.tsx?$/.test(file)) return [`line ${row.line}: ${row.id} is held by ${file}, which is no test`];
  if (name === undefined) return [];
  const source = readFileSync(join(root, file), "utf8");
  const named = ['"', "'", "`"].some((quote) => source.includes(quote + name.replaceAll("\\|", "|") + quote));
  return named ? [] : [`line ${row.line}: ${row.id} is held by "${name}", which ${file} does not contain`];
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..");
  const { statements, placed, tested, complaints } = checkMap(
    readFileSync(join(root, "docs/specification-map.md"), "utf8"),
    root,
  );
  for (const complaint of complaints) console.error(`docs/specification-map.md, ${complaint}`);
  console.log(`${statements} statements: ${placed} built, ${tested} held by a test, ${statements - placed} not yet`);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
