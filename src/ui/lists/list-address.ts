/** A list's search, order and page in its address, so that they survive a reload and work without scripts. */

/** What an address selects. `q`: searched text; `sort`: a sortable column; `page`: from 1. */
export type ListQuery<Sort extends string> = {
  readonly q: string;
  readonly sort: Sort;
  readonly descending: boolean;
  readonly page: number;
};

/**
 * The parameter that opens a dialog (`#ui/feedback/dialog-button.tsx`); links to other pages of the list
 * drop it.
 */
export const DIALOG_PARAM = "ask";

const LONGEST_SEARCH = 200;
const HIGHEST_PAGE = 1_000_000;

/**
 * Reads `?q=…&sort=…&dir=asc|desc&page=…`; invalid values count as missing.
 * @param defaultOrder the order without `sort`
 */
export function readListQuery<Sort extends string>(
  search: URLSearchParams,
  sorts: readonly Sort[],
  defaultOrder: { readonly sort: Sort; readonly descending: boolean },
): ListQuery<Sort> {
  const sort = sorts.find((known) => known === search.get("sort"));
  const page = Number(search.get("page") ?? "1");
  return {
    // PostgreSQL's text allows no NUL.
    q: (search.get("q") ?? "").replaceAll("\0", "").trim().slice(0, LONGEST_SEARCH),
    sort: sort ?? defaultOrder.sort,
    descending: sort === undefined ? defaultOrder.descending : search.get("dir") === "desc",
    page: Number.isSafeInteger(page) && page >= 1 && page <= HIGHEST_PAGE ? page : 1,
  };
}

/**
 * The query with changed parameters; undefined removes one. Another search or order begins at the first
 * page.
 */
export function withParameters(search: URLSearchParams, change: Readonly<Record<string, string | undefined>>): string {
  const changed = new URLSearchParams(search);
  changed.delete(DIALOG_PARAM);
  if (!("page" in change)) changed.delete("page");
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === "") changed.delete(name);
    else changed.set(name, value);
  }
  return `?${changed}`;
}
