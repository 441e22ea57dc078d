/** The shop's own origin, for absolute addresses in search engines, networks and calendars. */
import { useLocation, useRouteLoaderData } from "react-router";
import { askedLocale, LOCALE_PARAM } from "#shared/language/locale.ts";

/** Without a trailing slash, from the document's loader; empty if that failed. */
export function useOrigin(): string {
  return useRouteLoaderData<{ origin: string }>("root")?.origin ?? "";
}

export function useAddress(): (path: string) => string {
  const origin = useOrigin();
  const { search } = useLocation();
  const asked = askedLocale(search);
  return (path) => `${origin}${path}${asked ? `?${LOCALE_PARAM}=${asked}` : ""}`;
}
