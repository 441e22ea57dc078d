import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSessionKeeper, type SessionKeeper, type TabMessage } from "./session-keeper.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const MINUTE = 60_000;

/** A browser with any number of tabs, and a server with scripted answers. */
function browser() {
  const receivers = new Set<(message: TabMessage) => void>();
  const requests: string[] = [];
  const shop = { userId: "amelia" as string | undefined, failures: [] as (number | "silence")[] };
  const fetch = async (_address: string, init: RequestInit) => {
    requests.push(init.method ?? "GET");
    const failure = shop.failures.shift();
    if (failure === "silence") throw new TypeError("Failed to fetch");
    if (failure !== undefined) return new Response(null, { status: failure });
    if (init.method === "DELETE") {
      shop.userId = undefined;
      return new Response(null, { status: 204 });
    }
    if (shop.userId === undefined)
      return Response.json({ error: "sessionMissing", message: "Auth session missing!" }, { status: 401 });
    const expires_at = Math.floor(Date.now() / 1000) + 300;
    return Response.json({ access_token: `of ${expires_at}`, expires_at, user: { id: shop.userId } });
  };
  const openChannel = (receive: (message: TabMessage) => void) => {
    receivers.add(receive);
    return {
      post: (message: TabMessage) => {
        for (const other of receivers) if (other !== receive) other(message);
      },
      close: () => void receivers.delete(receive),
    };
  };
  const ends: (() => void)[] = [];
  const tab = (initial: "loading" | "signedOut" | "recovery" = "loading"): SessionKeeper => {
    const keeper = createSessionKeeper(initial, { fetch, openChannel, now: () => Date.now() });
    ends.push(keeper.start());
    return keeper;
  };
  return { tab, requests, shop, close: () => ends.forEach((end) => void end()) };
}

let one: ReturnType<typeof browser>;
beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  one = browser();
});
afterEach(() => {
  one.close();
  vi.useRealTimers();
});
const settle = () => vi.advanceTimersByTimeAsync(0);
const tokenOf = (keeper: SessionKeeper) => {
  const state = keeper.state();
  return state.status === "signedIn" ? state.session.access_token : undefined;
};

describe("a tab", () => {
  it("is loading until the session is known, then signed in", async () => {
    const keeper = one.tab();
    expect(keeper.state().status).toBe("loading");
    await settle();
    expect(keeper.state()).toMatchObject({ status: "signedIn", session: { user: { id: "amelia" } } });
  });

  it("is loading until the session is known to be missing, then signed out", async () => {
    one.shop.userId = undefined;
    const keeper = one.tab();
    await settle();
    expect(keeper.state()).toEqual({ status: "signedOut" });
  });

  it("renews its access token on the tick with 90 s left or less, and not before", async () => {
    const keeper = one.tab();
    await settle();
    const first = tokenOf(keeper);
    await vi.advanceTimersByTimeAsync(3 * MINUTE);
    expect([one.requests.length, tokenOf(keeper)]).toEqual([1, first]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(one.requests).toHaveLength(2);
    expect(tokenOf(keeper)).not.toBe(first);
  });

  it("sends nothing while signed out", async () => {
    one.tab("signedOut");
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(one.requests).toEqual([]);
  });

  it("learns at the next renewal that its session was ended elsewhere", async () => {
    const keeper = one.tab();
    await settle();
    one.shop.userId = undefined;
    await vi.advanceTimersByTimeAsync(4 * MINUTE);
    expect(keeper.state().status).toBe("signedOut");
  });

  it("does not ask again after a reply that its session has ended", async () => {
    const keeper = one.tab();
    await settle();
    keeper.markMissing();
    await settle();
    expect([keeper.state().status, one.requests]).toEqual(["signedOut", ["GET"]]);
  });

  it("stays in recovery whatever session there is", async () => {
    const keeper = one.tab("recovery");
    one.tab();
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(keeper.state()).toEqual({ status: "recovery" });
  });
});

describe("an unavailable server", () => {
  it.each([502, 503, 504, "silence"] as const)("with %s is retried, waiting twice as long each time", async (failure) => {
    one.shop.failures = [failure, failure, failure];
    const keeper = one.tab();
    await vi.advanceTimersByTimeAsync(199);
    expect(one.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(one.requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(400 + 800);
    expect(one.requests).toHaveLength(4);
    expect(keeper.state().status).toBe("signedIn");
  });

  it("with 500 is not retried, and signs no user out", async () => {
    const keeper = one.tab();
    await settle();
    one.shop.failures = [500];
    await keeper.refresh();
    expect([one.requests.length, keeper.state().status]).toEqual([2, "signedIn"]);
  });

  it("ends the loading all the same", async () => {
    one.shop.failures = Array(7).fill(503);
    const keeper = one.tab();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(keeper.state().status).toBe("signedOut");
  });

  it("fails signing out, with an error", async () => {
    const keeper = one.tab();
    await settle();
    one.shop.failures = Array(7).fill(503);
    const signingOut = expect(keeper.signOut()).rejects.toThrow("503");
    await vi.advanceTimersByTimeAsync(29_000);
    await signingOut;
    expect(keeper.state().status).toBe("signedIn");
  });
});

describe("tabs", () => {
  it("sign out together", async () => {
    const tabs = [one.tab(), one.tab(), one.tab()];
    await settle();
    const heard = vi.fn();
    tabs[2]?.subscribe(heard);
    await tabs[0]?.signOut();
    expect(tabs.map((keeper) => keeper.state().status)).toEqual(["signedOut", "signedOut", "signedOut"]);
    expect(heard).toHaveBeenCalledOnce();
  });

  it("treat a missing session as signed out, and clear the local user", async () => {
    const keeper = one.tab();
    await settle();
    one.shop.failures = [401];
    await keeper.signOut();
    expect(keeper.state()).toEqual({ status: "signedOut" });
  });

  it("learn of a sign-in, and of a change of user", async () => {
    one.shop.userId = undefined;
    const waiting = one.tab("signedOut");
    one.shop.userId = "amelia";
    one.tab();
    await settle();
    expect(waiting.state()).toMatchObject({ status: "signedIn", session: { user: { id: "amelia" } } });
    one.shop.userId = "zoe";
    one.tab();
    await settle();
    expect(waiting.state()).toMatchObject({ session: { user: { id: "zoe" } } });
    // Each asks once for each message: no tab answers an echo.
    const before = one.requests.length;
    await settle();
    expect(one.requests).toHaveLength(before);
  });
});
