/** Reads a form's own fields with its schema. */
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";

/** A field that takes text. A field that was not sent is empty. */
export const typedText = z.string().default("");

export function typedTexts<const Names extends readonly string[]>(names: Names): Record<Names[number], typeof typedText> {
  return Object.assign({}, ...names.map((name) => ({ [name]: typedText })));
}

/** Conform's scripts use these to check a single field. The server ignores them. */
const OF_CONFORM = ["__intent__", "__state__"];

/**
 * Conform parses names as paths, such as `cars[2].name`, and allocates all. It gets only the fields of
 * `schema`: lists with all their values, others with their first.
 */
export function parseForm<T extends z.ZodObject>(form: FormData | URLSearchParams, schema: T) {
  const own = new URLSearchParams();
  const add = (name: string, values: readonly FormDataEntryValue[]) => {
    for (const value of values) if (typeof value === "string") own.append(name, value);
  };
  for (const [name, type] of Object.entries(schema.shape)) {
    add(name, isList(type as z.ZodType) ? form.getAll(name) : form.getAll(name).slice(0, 1));
  }
  if (typeof document !== "undefined") for (const name of OF_CONFORM) add(name, form.getAll(name).slice(0, 1));
  return parseWithZod(own, { schema });
}

function isList(type: z.ZodType): boolean {
  return type instanceof z.ZodDefault ? isList(type.unwrap() as z.ZodType) : type instanceof z.ZodArray;
}
