import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Runs the verifier's command; `output` is both of its streams. */
export function runVerifier(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("../bin/verify.ts", import.meta.url)), ...args]);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}
