/** Long lists as programs send them, looked at without a schema for each entry. */
import { z } from "zod";

/** A list of at most `most` entries, each of them as `fits` says. A schema of zod's keeps a complaint for every entry, and needs gigabytes for a million. */
export function listOf<T>(most: number, fits: (entry: unknown) => entry is T): z.ZodType<T[]> {
  return z.custom<T[]>((list) => Array.isArray(list) && list.length <= most && list.every(fits));
}
