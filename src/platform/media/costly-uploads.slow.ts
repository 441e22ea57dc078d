/** The memory that the largest uploads take, in a process of their own. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { COSTLY } from "./costly-uploads.fixture.ts";

it(
  "a picture of 225 million real pixels is refused by its header, and the largest together take less than 600 MB",
  { timeout: 300_000 },
  async () => {
    const root = await mkdtemp(join(tmpdir(), "concours-media-"));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [join(import.meta.dirname, "costly-uploads.fixture.ts"), ...args]);
    await run("make", join(root, "costly"));
    const { stdout } = await run("store", join(root, "costly"), join(root, "hostile"));
    const { outcomes, peakBytes } = JSON.parse(stdout) as { outcomes: Record<string, string>; peakBytes: number };
    expect(outcomes).toEqual(Object.fromEntries(Object.entries(COSTLY).map(([name, { outcome }]) => [name, outcome])));
    expect(peakBytes).toBeLessThan(600 * 1024 * 1024);
  },
);
