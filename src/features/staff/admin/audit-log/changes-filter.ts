import type { ChangesFilter } from "../../server/audit-log/list-changes.ts";

/** The filters of the address. Missing ones are empty. */
export function changesFilter(request: Request): ChangesFilter {
  const search = new URL(request.url).searchParams;
  const field = (name: string) => (search.get(name) ?? "").replaceAll("\0", "").trim();
  return {
    person: field("person"),
    action: field("action"),
    subject: field("subject"),
    from: field("from"),
    to: field("to"),
    before: field("before"),
  };
}
