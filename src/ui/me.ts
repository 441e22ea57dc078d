/** The page's visitor, as `GET /api/me` describes them. */
import { useSyncExternalStore } from "react";
import { type Me, NO_TICKETS, type OwnTickets } from "#shared/me.ts";
import { readCookies } from "./cookie.ts";
import { showFlash } from "./feedback/flash.ts";

declare global {
  interface Window {
    /** Defined by the inline script in the head. Null without a session's cookie; undefined on failure. */
    fetchMe?: (path: string) => Promise<Me | null | undefined>;
    /** The request that the inline script began. */
    firstMe?: Promise<Me | null | undefined> | undefined;
  }
}

const SIGNED_OUT: Me = { visitor: null, holds: [], draw: null, own: NO_TICKETS, flash: null, now: 0 };

// In the browser only, where one page lives at a time.
let me: Me | undefined;
/** The page on which a reply last named a visitor. */
let signedInOn: string | undefined;
/** The number of the last request, so that a slower earlier reply is dropped. */
let latest = 0;
const listeners = new Set<() => void>();

/** The visitor. Undefined on the server, during hydration, and until the first reply. */
export function useMe(): Me | undefined {
  return useSyncExternalStore(
    subscribeMe,
    () => me,
    () => undefined,
  );
}

/** The visitor's tickets of a draw, if the page is that draw's. */
export function useOwnTickets(lotteryId: string): OwnTickets {
  const known = useMe();
  return known?.draw === lotteryId ? known.own : NO_TICKETS;
}

export function isSignedIn(): boolean {
  return me !== undefined && me.visitor !== null;
}

/** Whether the open page has had a visitor, even if their session has ended since. */
export function wasSignedInHere(): boolean {
  return isSignedIn() || signedInOn === window.location.pathname;
}

/**
 * Whether the visitor is signed in by the cookie too: a form may have ended the session since the last
 * reply.
 */
export function isStillSignedIn(): boolean {
  return isSignedIn() && /(?:^|; )signed-in=[12]/.test(readCookies());
}

/** Calls `listener` after each reply. Returns how to stop it. */
export function subscribeMe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Requests the visitor again. After a failure the last reply stays. */
export async function loadMe(path = window.location.pathname): Promise<void> {
  latest += 1;
  const turn = latest;
  const first = window.firstMe;
  window.firstMe = undefined;
  const found = await (first ?? window.fetchMe?.(path));
  if (found?.flash) showFlash(found.flash);
  if (turn !== latest) return;
  const reply = found === undefined ? me : found;
  me = reply ?? SIGNED_OUT;
  if (me.visitor !== null) signedInOn = window.location.pathname;
  document.documentElement.toggleAttribute("data-signed-in", me.visitor !== null);
  // As in the cookie: "2" reserves space for the reservation bar, whose script may come later.
  if (me.visitor !== null) document.documentElement.dataset.signedIn = me.holds.length > 0 ? "2" : "1";
  for (const listener of listeners) listener();
}
