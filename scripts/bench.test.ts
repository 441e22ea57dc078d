import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";

const BENCH = `
import { spawn } from "node:child_process";
import { stopsWithBench } from ${JSON.stringify(join(import.meta.dirname, "../bench/interruption.ts"))};
const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
stopsWithBench(async () => child.kill());
console.log(child.pid);
setInterval(() => {}, 1000);
`;

it.each(["SIGINT", "SIGTERM"] as const)("ends what it has started when it meets %s", async (signal) => {
  const bench = spawn(process.execPath, ["--input-type=module-typescript", "-e", BENCH], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(bench.stdout, "data")) as [Buffer];
  const pid = Number(line);
  expect(isRunning(pid)).toBe(true);
  bench.kill(signal);
  const [code] = await once(bench, "exit");
  expect(code).toBe(signal === "SIGINT" ? 130 : 143);
  await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
