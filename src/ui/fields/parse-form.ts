/** Reads a form's own fields, and no others. */
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";

/** With these Conform's own scripts ask for the check of one field. Only a page's own scripts do: on the server nobody is to be believed. */
const OF_CONFORM = ["__intent__", "__state__"];

/**
 * Conform takes a field's name for a path, such as `cars[2].name`, and makes room for all that lies on it: it is given nothing but the
 * fields that `schema` names, each once.
 *
 * @returns Conform's submission
 */
export function parseForm<T extends z.ZodObject>(form: FormData | URLSearchParams, schema: T) {
  const names = [...Object.keys(schema.shape), ...(typeof document === "undefined" ? [] : OF_CONFORM)];
  const own = new URLSearchParams();
  for (const name of names) {
    const value = form.get(name);
    if (typeof value === "string") own.set(name, value);
  }
  return parseWithZod(own, { schema });
}
