import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawWinner } from "#features/draws/server/drawing/draw-winner.ts";
import { filledDraw } from "#features/draws/server/draws.fixture.ts";
import { findDraw } from "#features/draws/server/reading/find-draw.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { parseCommand, runCommand } from "./draws-command.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const timeouts = { timeout: 30_000, interval: 100 };

async function run(...words: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const command = parseCommand(words);
  if (!command) return { code: 2, text: "" };
  const waitForResult = async (lotteryId: string) =>
    void (await expect.poll(() => drawWinner(ctx, { kind: "command" }, { lotteryId }), timeouts).toMatchObject({ ok: true }));
  const code = await runCommand(ctx, command, { say: (line) => void lines.push(line), waitForResult });
  return { code, text: lines.join("\n") };
}

describe("npm run draws", () => {
  it("draws by short number, waits for the round, and replaces the winner with a reason", { timeout: 60_000 }, async () => {
    const { id } = await filledDraw(ctx, { sold: 90, players: 40 });
    const number = String((await findDraw(ctx, id))?.lottery.shortNumber);
    expect((await run("list")).text).toContain(`${number}  Valmont GT-10: closing, 96 entries  ${id}`);
    expect(await run("freeze", number)).toEqual({ code: 1, text: "Refused: sales are still open: close them first." });
    expect((await run("close", number)).code).toBe(0);
    expect((await run("auto", id)).code).toBe(0);
    expect((await run("auto", id, "--off")).code).toBe(0);
    const drawn = await run("draw", number);
    expect(drawn.code).toBe(0);
    expect(drawn.text).toMatch(
      /: drawn, 96 entries\ncommitment [0-9a-f]{64}, number 1 in the log\nround \d+, due .*\nwinner CONC-/,
    );
    expect(drawn.text).toContain("demonstration");
    expect(await run("replace", number)).toEqual({ code: 1, text: expect.stringMatching(/^Refused: choose --because from /) });
    expect((await run("replace", number, "--because", "unreachable", "--reason", "Not reached.")).text).toContain("28 days");
    const because = ["--because", "declined"];
    expect(await run("replace", number, ...because)).toEqual({ code: 1, text: "Refused: give a reason with --reason." });
    expect((await run("replace", number, ...because, "--reason", "Not reached.")).code).toBe(0);
    expect((await findDraw(ctx, id))?.result?.changes).toHaveLength(1);
    expect((await run("status", number)).text).not.toBe(drawn.text);
  });

  it("ends no sales by a fast clock", async () => {
    const { id } = await filledDraw(ctx, { ended: -10 });
    ctx.setNow(new Date(Date.now() + 400 * 86_400_000));
    const refused = { code: 1, text: "Refused: this machine's clock is wrong: set it and try again." };
    for (const command of ["close", "freeze", "draw"]) expect(await run(command, id)).toEqual(refused);
    ctx.setNow(undefined);
    expect((await findDraw(ctx, id))?.lottery.salesState).toBe("open");
  });

  it("refuses unknown commands and draws", async () => {
    expect(await run("status", "4711")).toEqual({ code: 1, text: "Refused: there is no draw 4711." });
    for (const words of [[], ["dance", "1"], ["draw"], ["draw", "1", "2"], ["draw", "1", "--why", "x"]])
      expect((await run(...words)).code).toBe(2);
  });
});
