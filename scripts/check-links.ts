/** Finds dead links and anchors, missing files and decisions, and records that the index omits. */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const DOCUMENTS = "{*.md,docs/**/*.md,packages/*/*.md,demo/**/*.md}";
const CODE = "{src,packages,demo,e2e,bench,scripts,migrations}/**/*.{ts,tsx,css,sql,js}";
const LINK = /\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]*))?\)/g;
/** A path from the repository's root in backquotes, without wildcards. */
const NAMED_FILE =
  /`((?:src|e2e|scripts|bench|packages|demo|public|migrations|docs)\/[\w./-]+\.(?:tsx?|sql|css|json|md|mts|js))`/g;
const DECISION = /\bdecisions?\/(\d{4})|\bdecision (\d{4})\b/g;

const INDEX = "README.md";

export function findDeadLinks(root: string): string[] {
  const files = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|build)$/.test(path) }).sort();
  const folder = join(root, "docs/decisions");
  const records = existsSync(folder) ? readdirSync(folder).filter((name) => name !== INDEX) : [];
  const decisions = new Set(records.map((name) => name.slice(0, 4)));
  const index = records.length > 0 ? readFileSync(join(folder, INDEX), "utf8") : "";
  const dead = records
    .filter((name) => !index.includes(`](${name})`))
    .map((name) => `docs/decisions/${INDEX}: does not list ${name}`);
  for (const file of [...files(DOCUMENTS), ...files(CODE)]) {
    const text = readFileSync(join(root, file), "utf8");
    if (file.endsWith(".md")) {
      for (const [, path = "", anchor] of text.matchAll(LINK)) {
        const target = join(root, path === "" ? file : join(dirname(file), path));
        if (!existsSync(target)) dead.push(`${file}: ${path}`);
        else if (anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(anchor))
          dead.push(`${file}: ${path}#${anchor}`);
      }
      for (const [, path = ""] of text.matchAll(NAMED_FILE)) if (!existsSync(join(root, path))) dead.push(`${file}: ${path}`);
    }
    for (const [, path, word] of text.matchAll(DECISION)) {
      const number = path ?? word ?? "";
      if (!decisions.has(number)) dead.push(`${file}: decision ${number}`);
    }
  }
  return dead;
}

/** The anchors of a page's headings, as GitHub and VitePress make them. */
function anchorsOf(file: string): ReadonlySet<string> {
  const text = readFileSync(file, "utf8").replaceAll(/^```.*?^```/gms, "");
  const anchors = new Set<string>();
  for (const [, heading = ""] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.replaceAll(/\]\([^)]*\)/g, "]").toLowerCase();
    const base = words
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-");
    let anchor = base;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${base}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

if (import.meta.main) {
  const dead = findDeadLinks(join(import.meta.dirname, ".."));
  for (const link of dead) console.error(`leads nowhere: ${link}`);
  process.exitCode = dead.length === 0 ? 0 : 1;
}
