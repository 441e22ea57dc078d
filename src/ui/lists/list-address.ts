/** A list's search, order and page in its address, to survive a reload and work without scripts. */

/** `sort` is one of the sortable columns. */
export type ListQuery<Sort extends string> = {
  readonly q: string;
  readonly sort: Sort;
  readonly descending: boolean;
  readonly page: number;
};

/** The parameter that opens a dialog (`#ui/feedback/asked.tsx`); dropped by other views. */
export const ASK = "ask";

const LONGEST_SEARCH = 200;
const HIGHEST_PAGE = 1_000_000;

/** Reads `?q=…&sort=…&dir=asc|desc&page=…`; ignores invalid values. `otherwise`: the default order. */
export function readListQuery<Sort extends string>(
  search: URLSearchParams,
  sorts: readonly Sort[],
  otherwise: { readonly sort: Sort; readonly descending: boolean },
): ListQuery<Sort> {
  const sort = sorts.find((known) => known === search.get("sort"));
  const page = Number(search.get("page") ?? "1");
  return {
    // PostgreSQL's text allows no NUL.
    q: (search.get("q") ?? "").replaceAll("\0", "").trim().slice(0, LONGEST_SEARCH),
    sort: sort ?? otherwise.sort,
    descending: sort === undefined ? otherwise.descending : search.get("dir") === "desc",
    page: Number.isSafeInteger(page) && page >= 1 && page <= HIGHEST_PAGE ? page : 1,
  };
}

/** Changes parameters; undefined removes one. Another search or order begins at the first page. */
export function withParameters(search: URLSearchParams, change: Readonly<Record<string, string | undefined>>): string {
  const changed = new URLSearchParams(search);
  changed.delete(ASK);
  if (!("page" in change)) changed.delete("page");
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === "") changed.delete(name);
    else changed.set(name, value);
  }
  return `?${changed}`;
}
