/** The page that is open, for forms and links that lead back to it. */
import { useLocation } from "react-router";
import { readParameters } from "#shared/page-parameters.ts";

/** Path and query, without parameters that the page does not read. */
export function usePagePath(): string {
  const { pathname, search } = useLocation();
  const parameters = readParameters(pathname, search);
  return parameters.size > 0 ? `${pathname}?${parameters}` : pathname;
}
