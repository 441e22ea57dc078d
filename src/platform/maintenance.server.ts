/** Maintenance mode: a file in the data folder, which every process on that folder reads. */
import { readFileSync } from "node:fs";
import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const NOTE = "maintenance.json";
const LOOK_MS = 1_000;
const schema = z.object({ until: z.iso.datetime().optional() });

/** `until`: the announced time of reopening. */
export type Closed = { readonly until: Date | undefined };

/** @returns a function that tells whether the shop is closed; it reads the file at most once a second */
export function watchMaintenance(dataDir: string): () => Closed | undefined {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let closed: Closed | undefined;
  return () => {
    if (performance.now() - lookedAt < LOOK_MS) return closed;
    lookedAt = performance.now();
    closed = readNote(join(dataDir, NOTE), closed);
    return closed;
  };
}

/** Too many open files in this process. */
const BUSY = new Set(["EMFILE", "ENFILE"]);

function readNote(file: string, before: Closed | undefined): Closed | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    // An existing but unreadable file was written by another user, such as an administrator.
    return BUSY.has(code) ? before : { until: undefined };
  }
  try {
    const { until } = schema.parse(JSON.parse(text));
    return { until: until === undefined ? undefined : new Date(until) };
  } catch {
    // A file made by hand closes the shop too.
    return { until: undefined };
  }
}

export async function closeForMaintenance(dataDir: string, until: Date | undefined): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, NOTE);
  await writeFile(`${file}.new`, JSON.stringify({ ...(until && { until: until.toISOString() }) }));
  // The shop may run as another user than the one who closes it.
  await chmod(`${file}.new`, 0o644);
  await rename(`${file}.new`, file);
}

export async function openAfterMaintenance(dataDir: string): Promise<void> {
  await rm(join(dataDir, NOTE), { force: true });
}
