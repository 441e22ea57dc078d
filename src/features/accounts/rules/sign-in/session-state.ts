/** Interval of checks, in ms. Source: specification, section 9. */
export const TICK_MS = 30_000;
/** The access token is renewed this long before it expires. */
const MARGIN_MS = 3 * TICK_MS;

/** The part of the API's session that the browser keeps in memory. `expires_at`: Unix seconds. */
export type HeldSession = { readonly access_token: string; readonly expires_at: number; readonly user: { readonly id: string } };

/** `recovery`: a reset link was followed, and a new password is being chosen. */
export type SessionState =
  | { readonly status: "loading" | "signedOut" | "recovery" }
  | { readonly status: "signedIn"; readonly session: HeldSession };

/**
 * `unknown`: the server did not answer. `signIn`: another tab signed in, so the session must be read again.
 */
export type SessionEvent =
  | { readonly type: "found"; readonly session: HeldSession }
  | { readonly type: "missing" | "unknown" | "signOut" | "signIn" };

/** The state after an event. Recovery takes precedence over any session until the password is chosen. */
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
      // An unreachable server signs no user out, but loading must end.
      return state.status === "loading" ? { status: "signedOut" } : state;
  }
}

/** Whether to ask the server for the session now. `now`: Unix milliseconds. */
export function needsRefresh(state: SessionState, now: number): boolean {
  if (state.status === "loading") return true;
  return state.status === "signedIn" && state.session.expires_at * 1000 - now <= MARGIN_MS;
}

/** Whether the status is a proxy's error, or that of a server that is starting. */
export function isRetryable(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** Waits before retries, in ms. Less than a tick in all, so that retries do not pile up. */
export const RETRY_AFTER_MS: readonly number[] = [200, 400, 800, 1_600, 3_200, 6_400];
