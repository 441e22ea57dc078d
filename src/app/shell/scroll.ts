import { useEffect, useLayoutEffect, useRef } from "react";
import { type Location, useLocation, useNavigationType } from "react-router";
import { LOCALE_PARAM } from "#shared/locale.ts";
import { scrollBehavior } from "#ui/scroll.ts";
import { HOME_SCROLL_DELAY_MS } from "#ui/time/timing.ts";

/** How far down each page of this tab's history was when it was left (`keep-places.ts`). */
export const places = new Map<string, number>();

/** Every change of path or of what is asked begins at the top, the way back where one was; the first page is left to the browser, which knows where a reload was. */
export function useScrollToTop(): void {
  const { pathname, search, key } = useLocation();
  const isWayBack = useNavigationType() === "POP";
  const page = `${pathname}?${withoutLanguage(search)}`;
  const shown = useRef(page);
  useLayoutEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    window.scrollTo({ top: (isWayBack && places.get(key)) || 0, behavior: "instant" });
  }, [page, key, isWayBack]);
}

/** The same page in another language is where it was. */
function withoutLanguage(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(LOCALE_PARAM);
  return parameters.toString();
}

/** The id that a location leads to: its hash, or `state={{ scrollTo: "faq" }}` of the link that led there. */
export function scrollTarget({ hash, state }: Pick<Location, "hash" | "state">): string | undefined {
  if (hash.length > 1) return decodeHash(hash.slice(1));
  const asked: unknown = typeof state === "object" && state !== null && "scrollTo" in state ? state.scrollTo : undefined;
  return typeof asked === "string" && asked !== "" ? asked : undefined;
}

function decodeHash(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Home scrolls to the target of its address: half a second after it has arrived, at once when it was already there. */
export function useScrollToTarget(): void {
  const location = useLocation();
  const hasArrived = useRef(false);
  useEffect(() => {
    const target = scrollTarget(location);
    const delay = hasArrived.current ? 0 : HOME_SCROLL_DELAY_MS;
    const timer = setTimeout(() => {
      hasArrived.current = true;
      if (target !== undefined) goTo(target);
    }, delay);
    return () => clearTimeout(timer);
  }, [location]);
}

function goTo(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView({ behavior: scrollBehavior() });
  element?.focus({ preventScroll: true });
}
