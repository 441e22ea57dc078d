/** Who is ticked in a list of which only a part has been looked at: some by name, or all but some. Pure; the server counts and decides. */
import { z } from "zod";

/** `q` is the search that was in the list when all were chosen; empty for everybody. */
export type Selection =
  | { readonly kind: "some"; readonly ids: readonly string[] }
  | { readonly kind: "all"; readonly q: string; readonly except: readonly string[] };

export const NOBODY: Selection = { kind: "some", ids: [] };

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === "some" ? selection.ids.includes(id) : !selection.except.includes(id);
}

export function toggled(selection: Selection, id: string): Selection {
  const without = (ids: readonly string[]) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]);
  return selection.kind === "some"
    ? { kind: "some", ids: without(selection.ids) }
    : { ...selection, except: without(selection.except) };
}

/** Another search shows other rows: who was meant by "all of these" can no longer be seen, so nobody is. Everybody, and names, stay. */
export function afterSearch(selection: Selection, q: string): Selection {
  return selection.kind === "all" && selection.q !== "" && selection.q !== q ? NOBODY : selection;
}

/** @param reachable how many of all that the selection's search finds may be written to; undefined while it is not known */
export function countSelected(selection: Selection, reachable: number | undefined): number {
  if (selection.kind === "some") return selection.ids.length;
  return Math.max(0, (reachable ?? 0) - selection.except.length);
}

/** A list of at most `most` entries, each of them as `fits` says. A schema of zod's keeps a complaint for every entry, and needs gigabytes for a million. */
export function listOf<T>(most: number, fits: (entry: unknown) => entry is T): z.ZodType<T[]> {
  return z.custom<T[]>((list) => Array.isArray(list) && list.length <= most && list.every(fits));
}
