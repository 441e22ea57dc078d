import { useEffect, useLayoutEffect, useRef } from "react";
import { type Location, useLocation, useNavigationType } from "react-router";
import { LOCALE_PARAM } from "#shared/language/locale.ts";
import { scrollBehavior } from "../scroll.ts";
import { HOME_SCROLL_DELAY_MS } from "../time/timing.ts";

/** Scroll positions of this tab's history entries, by the entry's key (`after-load.ts` writes them). */
export const positions = new Map<string, number>();

/** Scrolls to the top on a change of path or query, and restores the position when going back. */
export function useScrollToTop(): void {
  const { pathname, search, key } = useLocation();
  const isWayBack = useNavigationType() === "POP";
  const page = `${pathname}?${withoutLanguage(search)}`;
  const shown = useRef(page);
  useLayoutEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    window.scrollTo({ top: (isWayBack && positions.get(key)) || 0, behavior: "instant" });
  }, [page, key, isWayBack]);
}

/** A change of language keeps the position. */
function withoutLanguage(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(LOCALE_PARAM);
  return parameters.toString();
}

/** The id of the element that a location leads to: its hash, or the link's `state={{ scrollTo: "faq" }}`. */
export function scrollTarget({ hash, state }: Pick<Location, "hash" | "state">): string | undefined {
  if (hash.length > 1) return decodeHash(hash.slice(1));
  const target: unknown = typeof state === "object" && state !== null && "scrollTo" in state ? state.scrollTo : undefined;
  return typeof target === "string" && target !== "" ? target : undefined;
}

function decodeHash(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Scrolls home to the location's target, after half a second, or at once if home was open. */
export function useScrollToTarget(): void {
  const location = useLocation();
  const hasArrived = useRef(false);
  useEffect(() => {
    const target = scrollTarget(location);
    const delay = hasArrived.current ? 0 : HOME_SCROLL_DELAY_MS;
    const timer = setTimeout(() => {
      hasArrived.current = true;
      if (target !== undefined) scrollToId(target);
    }, delay);
    return () => clearTimeout(timer);
  }, [location]);
}

function scrollToId(id: string): void {
  const element = document.getElementById(id);
  element?.scrollIntoView({ behavior: scrollBehavior() });
  element?.focus({ preventScroll: true });
}
