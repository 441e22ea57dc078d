import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { proofJson } from "@concours/draw-protocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import { quicknetDraw } from "../packages/draw-protocol/test/example-draw.fixture.ts";

const run = promisify(execFile);
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "verifier-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("is one file that verifies a draw with Node alone", { timeout: 120_000 }, async () => {
  await run(process.execPath, [join(import.meta.dirname, "bundle-verifier.ts"), folder]);
  expect(await readdir(folder)).toEqual(["verify-draw.mjs"]);
  const { entries, proof } = quicknetDraw(20);
  const draw = join(folder, "draw");
  await mkdir(draw);
  await writeFile(join(draw, "entries.csv"), entries.csv);
  await writeFile(join(draw, "proof.json"), proofJson(proof));
  const { stdout } = await run(process.execPath, ["verify-draw.mjs", "draw"], { cwd: folder });
  expect(stdout).toContain(`The draw agrees. Winner: ticket ${proof.picks[0]?.ticket}.`);
  await expect(run(process.execPath, ["verify-draw.mjs"], { cwd: folder })).rejects.toMatchObject({
    code: 2,
    stdout: expect.stringContaining("verify-draw.mjs <address of the proof page>"),
  });
});
