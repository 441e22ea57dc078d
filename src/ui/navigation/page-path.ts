/**
 * The path and query of the page for links that lead back to it, without parameters that a cached page does
 * not read.
 */
import { useLocation } from "react-router";
import { readParameters } from "#shared/page-parameters.ts";

export function usePagePath(): string {
  const { pathname, search } = useLocation();
  const parameters = readParameters(pathname, search);
  return parameters.size > 0 ? `${pathname}?${parameters}` : pathname;
}
