/** The shop's own origin, for addresses that are read elsewhere: in search engines, networks, calendars. */
import { useLocation, useRouteLoaderData } from "react-router";
import { askedLocale, LOCALE_PARAM } from "#shared/locale.ts";

/** Without a slash at the end, as the document's loader sends it; empty where even that has failed. */
export function useOrigin(): string {
  return useRouteLoaderData<{ origin: string }>("root")?.origin ?? "";
}

export function useAddress(): (path: string) => string {
  const origin = useOrigin();
  const { search } = useLocation();
  const asked = askedLocale(search);
  return (path) => `${origin}${path}${asked ? `?${LOCALE_PARAM}=${asked}` : ""}`;
}
