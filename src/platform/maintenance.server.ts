/** A shop that is closed for work on it: a note in the data folder, which every process on that folder reads. */
import { readFileSync } from "node:fs";
import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
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
    closed = readNote(join(dataDir, NOTE), closed);
    return closed;
  };
}

/** Of files that this process has too many of. */
const BUSY = new Set(["EMFILE", "ENFILE"]);

function readNote(file: string, before: Closed | undefined): Closed | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    // One that is there and not for this user to read was written by another, such as an administrator.
    return BUSY.has(code) ? before : { until: undefined };
  }
  try {
    const { until } = schema.parse(JSON.parse(text));
    return { until: until === undefined ? undefined : new Date(until) };
  } catch {
    // Somebody made it by hand: closed all the same.
    return { until: undefined };
  }
}

export async function closeForMaintenance(dataDir: string, until: Date | undefined): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, NOTE);
  await writeFile(`${file}.new`, JSON.stringify({ ...(until && { until: until.toISOString() }) }));
  // Whoever closes the shop is not always the user that it runs as.
  await chmod(`${file}.new`, 0o644);
  await rename(`${file}.new`, file);
}

export async function openAfterMaintenance(dataDir: string): Promise<void> {
  await rm(join(dataDir, NOTE), { force: true });
}
