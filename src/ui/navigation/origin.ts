/** The shop's own origin, for absolute addresses in search engines, networks and calendars. */
import { useLocation, useRouteLoaderData } from "react-router";
import { requestedLocale, LOCALE_PARAM } from "#shared/language/locale.ts";

/** The origin without a trailing slash, from the document's loader; empty if that failed. */
export function useOrigin(): string {
  return useRouteLoaderData<{ origin: string }>("root")?.origin ?? "";
}

/** A function that makes a path absolute, with the `?lng=` of the page's address. */
export function useAddress(): (path: string) => string {
  const origin = useOrigin();
  const { search } = useLocation();
  const locale = requestedLocale(search);
  return (path) => `${origin}${path}${locale ? `?${LOCALE_PARAM}=${locale}` : ""}`;
}
