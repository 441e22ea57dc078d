/**
 * Checks that every statement in docs/specification.json has a test; `-- --markdown` prints the map. Tests
 * are found by title, in any file. `describe › title` distinguishes equal titles.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Sections with statements by id: the text, then the titles of its tests. */
type Specification = Record<string, Record<string, string[]>>;

const ID = /^[A-Z]\d*(\.[a-z0-9-]+)*\.\d{2,}$/;
/** The first text of a call or of a row of `test.each`. */
const TITLE = /[([]\s*(["'`])((?:\\.|(?!\1)[^\\])+)\1/g;

export function mapSpecification(specification: Specification, files: Map<string, string>) {
  const complaints: string[] = [];
  const titles = [...files].map(([path, source]) => ({
    path,
    titles: new Set([...source.matchAll(TITLE)].map(([, quote, title = ""]) => title.replaceAll(`\\${quote}`, `${quote}`))),
  }));
  const filesOf = new Map<string, string[]>();
  const findFiles = (test: string) => {
    const found = titles.filter((file) => test.split(" › ").every((title) => file.titles.has(title))).map(({ path }) => path);
    filesOf.set(test, found);
    return found;
  };
  const seen = new Set<string>();
  const lines = ["# The specification and its tests"];
  for (const [section, statements] of Object.entries(specification)) {
    lines.push("", `## ${section}`, "", "| id | statement | tests |", "|---|---|---|");
    for (const [id, [statement, ...tests]] of Object.entries(statements)) {
      if (!ID.test(id)) complaints.push(`"${id}" is not an id such as S2.global.03`);
      if (seen.has(id)) complaints.push(`${id} is there twice`);
      seen.add(id);
      if (!statement) complaints.push(`${id} has no statement`);
      if (tests.length === 0) complaints.push(`${id} has no test`);
      const cells = tests.map((test) => {
        const found = filesOf.get(test) ?? findFiles(test);
        if (found.length === 0) complaints.push(`${id}: no test is called "${test}"`);
        if (found.length > 1) complaints.push(`${id}: "${test}" is in ${found.join(", ")}; write "describe › title"`);
        return `\`${found[0]}\` › ${test}`;
      });
      lines.push(`| ${[id, statement, cells.join("<br>")].map((cell) => cell?.replaceAll("|", "\\|")).join(" | ")} |`);
    }
  }
  if (seen.size === 0) complaints.push("there are no statements");
  return { statements: seen.size, complaints, markdown: `${lines.join("\n")}\n` };
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..");
  const paths = globSync("{src,packages,demo,e2e,bench,scripts}/**/*.{test,slow}.{ts,tsx}", {
    cwd: root,
    exclude: ["**/node_modules/**", "scripts/specification-map.test.ts"],
  });
  const { statements, complaints, markdown } = mapSpecification(
    JSON.parse(readFileSync(join(root, "docs/specification.json"), "utf8")),
    new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), "utf8")])),
  );
  for (const complaint of complaints) console.error(`docs/specification.json: ${complaint}`);
  console.log(process.argv.includes("--markdown") ? markdown : `${statements} statements, each with a test`);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
