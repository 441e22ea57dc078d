/** Finds dead links between pages of the repository, files named in prose, and decisions named in code. */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const DOCUMENTS = "{*.md,docs/**/*.md,packages/*/*.md,demo/**/*.md}";
const CODE = "{src,packages,demo,e2e,bench,scripts,migrations}/**/*.{ts,tsx,css,sql,js}";
const LINK = /\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)]*)?\)/g;
/** A path from the repository's root in backquotes, without wildcards. */
const NAMED_FILE =
  /`((?:src|e2e|scripts|bench|packages|demo|public|migrations|docs)\/[\w./-]+\.(?:tsx?|sql|css|json|md|mts|js))`/g;
const DECISION = /\bdecisions?\/(\d{4})|\bdecision (\d{4})\b/g;

/** Every dead link below `root`, as "file: what". */
export function findDeadLinks(root: string): string[] {
  const files = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|build)$/.test(path) }).sort();
  const folder = join(root, "docs/decisions");
  const decisions = new Set((existsSync(folder) ? readdirSync(folder) : []).map((name) => name.slice(0, 4)));
  const dead: string[] = [];
  for (const file of [...files(DOCUMENTS), ...files(CODE)]) {
    const text = readFileSync(join(root, file), "utf8");
    if (file.endsWith(".md")) {
      for (const [, target = ""] of text.matchAll(LINK))
        if (!existsSync(join(root, dirname(file), target))) dead.push(`${file}: ${target}`);
      for (const [, path = ""] of text.matchAll(NAMED_FILE)) if (!existsSync(join(root, path))) dead.push(`${file}: ${path}`);
    }
    for (const [, path, word] of text.matchAll(DECISION)) {
      const number = path ?? word ?? "";
      if (!decisions.has(number)) dead.push(`${file}: decision ${number}`);
    }
  }
  return dead;
}

if (import.meta.main) {
  const dead = findDeadLinks(join(import.meta.dirname, ".."));
  for (const link of dead) console.error(`leads nowhere: ${link}`);
  process.exitCode = dead.length === 0 ? 0 : 1;
}
