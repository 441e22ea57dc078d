import { describe, expect, it } from "vitest";
import {
  isRetryable,
  needsRefresh,
  nextState,
  RETRY_AFTER_MS,
  type SessionEvent,
  type SessionState,
  TICK_MS,
} from "./session-state.ts";

const session = { access_token: "a", expires_at: 1_000_000, user: { id: "amelia" } };
const loading: SessionState = { status: "loading" };
const signedOut: SessionState = { status: "signedOut" };
const recovery: SessionState = { status: "recovery" };
const signedIn: SessionState = { status: "signedIn", session };

describe("the state of a session", () => {
  it.each<[SessionState, SessionEvent["type"], SessionState["status"]]>([
    [loading, "found", "signedIn"],
    [loading, "missing", "signedOut"],
    [loading, "unknown", "signedOut"],
    [loading, "signOut", "signedOut"],
    [loading, "signIn", "loading"],
    [signedIn, "found", "signedIn"],
    [signedIn, "missing", "signedOut"],
    [signedIn, "unknown", "signedIn"],
    [signedIn, "signOut", "signedOut"],
    [signedIn, "signIn", "signedIn"],
    [signedOut, "found", "signedIn"],
    [signedOut, "missing", "signedOut"],
    [signedOut, "unknown", "signedOut"],
    [signedOut, "signOut", "signedOut"],
    [signedOut, "signIn", "loading"],
    [recovery, "found", "recovery"],
    [recovery, "missing", "recovery"],
    [recovery, "unknown", "recovery"],
    [recovery, "signOut", "recovery"],
    [recovery, "signIn", "recovery"],
  ])("%o, after %s, is %s", (state, type, status) => {
    const event: SessionEvent = type === "found" ? { type, session } : { type };
    expect(nextState(state, event).status).toBe(status);
  });
});

describe("an access token is renewed", () => {
  const end = session.expires_at * 1000;
  it.each([
    ["five minutes before its end", end - 300_000, false],
    ["a moment before three ticks are left", end - 90_001, false],
    ["with three ticks left", end - 90_000, true],
    ["with one left", end - TICK_MS, true],
    ["when it is over", end + 1, true],
  ])("%s: at %i, %s", (_case, now, expected) => {
    expect(needsRefresh(signedIn, now)).toBe(expected);
  });

  it("at once while the state is unknown, but not when signed out or during recovery", () => {
    expect([signedOut, recovery, loading].map((state) => needsRefresh(state, end))).toEqual([false, false, true]);
  });
});

it.each([
  [502, true],
  [503, true],
  [504, true],
  [500, false],
  [401, false],
  [429, false],
  [200, false],
])("a status of %i is retried: %s", (status, expected) => {
  expect(isRetryable(status)).toBe(expected);
});

it("all retries fit between two ticks, each waiting twice as long as the last", () => {
  expect(RETRY_AFTER_MS.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(TICK_MS);
  for (const [i, wait] of RETRY_AFTER_MS.entries()) expect(wait).toBe(200 * 2 ** i);
});
