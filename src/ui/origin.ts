/** The shop's own origin, for addresses that are read elsewhere: in search engines, networks, calendars. */
import { useRouteLoaderData } from "react-router";

/** Without a slash at the end, as the document's loader sends it; empty where even that has failed. */
export function useOrigin(): string {
  return useRouteLoaderData<{ origin: string }>("root")?.origin ?? "";
}
