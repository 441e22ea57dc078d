/** The selection in a paged list: some by id, or all except some. The server checks each recipient. */
import { z } from "zod";

/** `q`: the search when all were chosen; empty for no search. */
export type Selection =
  | { readonly kind: "some"; readonly ids: readonly string[] }
  | { readonly kind: "all"; readonly q: string; readonly except: readonly string[] };

/** An empty selection. */
export const NO_RECIPIENTS: Selection = { kind: "some", ids: [] };

/** Whether the account is selected. */
export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === "some" ? selection.ids.includes(id) : !selection.except.includes(id);
}

/** Selects an account, or removes it from the selection. */
export function toggleRecipient(selection: Selection, id: string): Selection {
  const without = (ids: readonly string[]) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]);
  return selection.kind === "some"
    ? { kind: "some", ids: without(selection.ids) }
    : { ...selection, except: without(selection.except) };
}

/**
 * The selection after another search. "All matches" is dropped, since the list no longer shows them. Other
 * selections stay.
 */
export function afterSearch(selection: Selection, q: string): Selection {
  return selection.kind === "all" && selection.q !== "" && selection.q !== q ? NO_RECIPIENTS : selection;
}

/**
 * How many accounts are selected. @param reachable how many results of the selection's search may be
 * written to; undefined if unknown
 */
export function countSelected(selection: Selection, reachable: number | undefined): number {
  if (selection.kind === "some") return selection.ids.length;
  return Math.max(0, (reachable ?? 0) - selection.except.length);
}

/**
 * Schema of a list with at most `most` valid entries. Zod's own array collects an issue per entry:
 * gigabytes for a million.
 */
export function listOf<T>(most: number, fits: (entry: unknown) => entry is T): z.ZodType<T[]> {
  return z.custom<T[]>((list) => Array.isArray(list) && list.length <= most && list.every(fits));
}
