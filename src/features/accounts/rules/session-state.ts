/** How a browser stands to its session, and when its access token is renewed. */

/** How often a page looks, and how long before the end it renews, in ms. Source: specification, section 9. */
export const TICK_MS = 30_000;
const MARGIN_MS = 3 * TICK_MS;

export type HeldSession = { readonly access_token: string; readonly expires_at: number; readonly user: { readonly id: string } };

/** `recovery`: a mail's link has been followed, and a new password is being chosen. */
export type SessionState =
  | { readonly status: "loading" | "signedOut" | "recovery" }
  | { readonly status: "signedIn"; readonly session: HeldSession };

/**
 * `found` and `missing` are what the server says; `unknown`: it did not answer; `signOut`: in this tab or another;
 * `signIn`: in another tab, so that the server has to be asked whose session it is.
 */
export type SessionEvent =
  | { readonly type: "found"; readonly session: HeldSession }
  | { readonly type: "missing" | "unknown" | "signOut" | "signIn" };

/** A link that recovers an account outweighs whatever session the browser has, until the password is chosen. */
export function nextState(state: SessionState, event: SessionEvent): SessionState {
  if (state.status === "recovery") return state;
  switch (event.type) {
    case "found":
      return { status: "signedIn", session: event.session };
    case "missing":
    case "signOut":
      return state.status === "signedOut" ? state : { status: "signedOut" };
    case "signIn":
      return state.status === "signedIn" ? state : { status: "loading" };
    case "unknown":
      // A shop that does not answer has signed nobody out; but a page must not wait for ever to know.
      return state.status === "loading" ? { status: "signedOut" } : state;
  }
}

export function needsRefresh(state: SessionState, now: number): boolean {
  if (state.status === "loading") return true;
  return state.status === "signedIn" && state.session.expires_at * 1000 - now <= MARGIN_MS;
}

/** Answers of something between us and the shop, or of a shop that starts: worth another try. */
export function isRetryable(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** Waits before each further try, in ms; together less than a tick, so that tries never pile up. */
export const RETRY_AFTER_MS: readonly number[] = [200, 400, 800, 1_600, 3_200, 6_400];
