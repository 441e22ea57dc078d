/** Refuses commits with a subject over 72 characters. */
import { execFileSync } from "node:child_process";

const LONGEST = 72;
/** Older commits keep their subjects. */
const SINCE = "2026-11-29T01:30:00Z";

/** @param log lines of `git log --format="%h %s"` */
export function findLongSubjects(log: string): string[] {
  return log.split("\n").filter((line) => line.replace(/^\S+ /, "").length > LONGEST);
}

if (import.meta.main) {
  const log = execFileSync("git", ["log", "--no-merges", `--since=${SINCE}`, "--format=%h %s"], { encoding: "utf8" });
  const long = findLongSubjects(log);
  for (const line of long) console.error(`Longer than ${LONGEST} characters: ${line}`);
  process.exitCode = long.length > 0 ? 1 : 0;
}
