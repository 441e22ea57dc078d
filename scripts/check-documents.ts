/** Refuses vague subjects in documents: a sentence names who acts. The linter does the same for comments. */
import { globSync, readFileSync } from "node:fs";

const VAGUE = /\b(?:whoever|somebody|nobody|anybody|everybody)\b/i;
/** Code and sample addresses. */
const NAMES = /`[^`]*`|\bnobody@\S+/g;

/** @returns the lines with a vague subject, numbered from 1 */
export function findVagueLines(text: string): readonly number[] {
  return text.split("\n").flatMap((line, index) => (VAGUE.test(line.replace(NAMES, "")) ? [index + 1] : []));
}

if (import.meta.main) {
  const documents = globSync(["*.md", "docs/*.md", "docs/decisions/*.md", "packages/*/README.md"]);
  const found = documents.flatMap((name) => findVagueLines(readFileSync(name, "utf8")).map((line) => `${name}:${line}`));
  for (const place of found) console.error(`${place}: name who acts.`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
