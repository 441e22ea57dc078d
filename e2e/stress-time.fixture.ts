/** Duration, seed and report of a long run. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Seconds for each of the long tests. */
export const SECONDS = Number(process.env.STRESS_SECONDS ?? 60);
export const SEED = Number(process.env.STRESS_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** fast-check's path to one failure. */
export const PATH = process.env.STRESS_PATH;

const EACH = ["stripe", "checkout", "both"] as const;
export type Providers = (typeof EACH)[number];
const { STRESS_PROVIDERS: asked } = process.env;
export const PROVIDERS: readonly Providers[] = EACH.filter((name) => asked === undefined || name === asked);

const FOLDER = join(import.meta.dirname, "../test-results");

export async function tell(name: string, figures: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `stress-${name}.json`), JSON.stringify({ seed: SEED, ...figures }, null, 2));
}
