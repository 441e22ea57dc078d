/** A shop that is closed for work on it: a note in the data folder, which every process on that folder reads. */
import { readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const NOTE = "maintenance.json";
const LOOK_MS = 1_000;
const schema = z.object({ until: z.iso.datetime().optional() });

/** `until` is when visitors may hope to find it open again. */
export type Closed = { readonly until: Date | undefined };

/** @returns what tells whether the shop is closed; it looks at the note at most once a second */
export function watchMaintenance(dataDir: string): () => Closed | undefined {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let closed: Closed | undefined;
  return () => {
    if (performance.now() - lookedAt < LOOK_MS) return closed;
    lookedAt = performance.now();
    closed = readNote(join(dataDir, NOTE));
    return closed;
  };
}

function readNote(file: string): Closed | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
  try {
    const { until } = schema.parse(JSON.parse(text));
    return { until: until === undefined ? undefined : new Date(until) };
  } catch {
    // Somebody made it by hand: closed all the same.
    return { until: undefined };
  }
}

/** Closes every process on this data folder within a second. `until` is when somebody hopes to be back. */
export async function closeForMaintenance(dataDir: string, until: Date | undefined): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, NOTE);
  await writeFile(`${file}.new`, JSON.stringify({ ...(until && { until: until.toISOString() }) }));
  await rename(`${file}.new`, file);
}

/** Opens again; a shop that is open stays so. */
export async function openAfterMaintenance(dataDir: string): Promise<void> {
  await rm(join(dataDir, NOTE), { force: true });
}
