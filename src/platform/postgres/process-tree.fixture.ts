/** Signals a process and all its descendants. */
import { execFileSync } from "node:child_process";

/** The process first. */
function treeOf(root: number): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const parents = new Map(lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]));
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

/** Skips processes that have ended meanwhile. */
export function signalTree(root: number, signal: NodeJS.Signals): void {
  for (const pid of treeOf(root)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It had ended.
    }
  }
}
