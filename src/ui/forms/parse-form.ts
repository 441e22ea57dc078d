/** Reads the fields of a sent form with the form's schema. */
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";

/** The schema of a text field. A field that was not sent is empty. */
export const typedText = z.string().default("");

/** The schemas of several text fields, by name. */
export function typedTexts<const Names extends readonly string[]>(names: Names): Record<Names[number], typeof typedText> {
  return Object.assign({}, ...names.map((name) => ({ [name]: typedText })));
}

/** Conform's scripts send these to check a single field. The server ignores them. */
const CONFORM_FIELDS = ["__intent__", "__state__"];

/**
 * Parses and validates a form. Conform reads names as paths, such as `cars[2].name`, and allocates them
 * all, so it gets only the fields of `schema`: lists with all their values, others with their first.
 */
export function parseForm<T extends z.ZodObject>(form: FormData | URLSearchParams, schema: T) {
  const known = new URLSearchParams();
  const add = (name: string, values: readonly FormDataEntryValue[]) => {
    for (const value of values) if (typeof value === "string") known.append(name, value);
  };
  for (const [name, type] of Object.entries(schema.shape)) {
    add(name, isList(type as z.ZodType) ? form.getAll(name) : form.getAll(name).slice(0, 1));
  }
  if (typeof document !== "undefined") for (const name of CONFORM_FIELDS) add(name, form.getAll(name).slice(0, 1));
  return parseWithZod(known, { schema });
}

function isList(type: z.ZodType): boolean {
  return type instanceof z.ZodDefault ? isList(type.unwrap() as z.ZodType) : type instanceof z.ZodArray;
}
