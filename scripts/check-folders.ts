/** Refuses folders of `src` with so many files that a reader cannot take them in at once. */
import { execFileSync } from "node:child_process";
import { dirname } from "node:path";

const MOST_FILES = 25;

/** @param paths relative paths of files @returns crowded folders with their number of files */
export function findCrowdedFolders(paths: readonly string[]): readonly (readonly [folder: string, files: number])[] {
  const folders = Map.groupBy(paths, dirname);
  return [...folders].flatMap(([folder, files]) =>
    files.length > MOST_FILES && folder.startsWith("src/") ? [[folder, files.length] as const] : [],
  );
}

if (import.meta.main) {
  const paths = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
  const crowded = findCrowdedFolders(paths.trim().split("\n"));
  for (const [folder, files] of crowded)
    console.error(`${folder} has ${files} files, more than ${MOST_FILES}: sort them by topic.`);
  process.exitCode = crowded.length > 0 ? 1 : 0;
}
