/** `npm run draws -- <command> <draw>`: draws from a terminal, whether the shop runs or not. */
import { setTimeout as sleep } from "node:timers/promises";
import { advanceDraws } from "#features/draws/server/closing/advance-draws.ts";
import { findDraw } from "#features/draws/server/reading/find-draw.ts";
import { connectBeacon, connectTimestamps } from "#platform/ctx.server.ts";
import { readEnv } from "#platform/env/env.server.ts";
import { startJobs } from "#platform/jobs/jobs.server.ts";
import { createMedia } from "#platform/media/media.server.ts";
import { openFileStore } from "#platform/media/open-file-store.server.ts";
import { loadSecrets } from "#platform/secrets.server.ts";
import { refuseOtherMode } from "#platform/test-mode/shop-mode.server.ts";
import { explainFailure } from "../http/explain-failure.ts";
import { complain } from "./complain.ts";
import { type DrawsCtx, parseCommand, runCommand, USAGE } from "./draws-command.ts";
import { onDatabase } from "./on-database.ts";

const TIMEOUT_MS = 1000;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Waits for the result. Interrupting it is safe: the shop or a later call continues. */
async function waitForResult(ctx: DrawsCtx, lotteryId: string): Promise<void> {
  for (let last = ""; ; await sleep(TIMEOUT_MS)) {
    await advanceDraws(ctx);
    const state = (await findDraw(ctx, lotteryId))?.state;
    if (state?.name !== "frozen" && state?.name !== "closing") return;
    if (state.name !== last) say(state.name === "frozen" ? `waiting for round ${state.round}` : "waiting for open payments");
    last = state.name;
  }
}

async function main(): Promise<number> {
  const command = parseCommand(process.argv.slice(2));
  if (!command) return complain(USAGE);
  const env = readEnv();
  return onDatabase(env, async ({ url, db, log }) => {
    const jobs = await startJobs(url, log);
    try {
      await refuseOtherMode(env, db);
      const secrets = env.beacon === "demo" ? await loadSecrets(env.dataDir, new Date()) : undefined;
      const media = createMedia(await openFileStore(env));
      const ctx = {
        env,
        db,
        log,
        jobs,
        media,
        beacon: connectBeacon(env, secrets),
        timestamps: connectTimestamps(env),
        now: () => new Date(),
      };
      return await runCommand(ctx, command, { say, waitForResult: (id) => waitForResult(ctx, id) });
    } finally {
      await jobs.stop();
    }
  });
}

process.exitCode = await main().catch((error: unknown) => complain(`${explainFailure(error)}\n`, 1));
