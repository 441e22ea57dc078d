/** Keeps a tab in step with its session by polling and messages to other tabs. The token stays in memory. */
import {
  type HeldSession,
  isRetryable,
  needsRefresh,
  nextState,
  RETRY_AFTER_MS,
  type SessionEvent,
  type SessionState,
  TICK_MS,
} from "../../rules/sign-in/session-state.ts";

/** What tabs tell each other. */
export type TabMessage = { readonly type: "signOut" } | { readonly type: "signIn"; readonly userId: string };
export type Channel = { post(message: TabMessage): void; close(): void };
/** What the keeper uses of the browser. `now`: Unix milliseconds. */
export type Environment = {
  fetch(address: string, init: RequestInit): Promise<Response>;
  openChannel(receive: (message: TabMessage) => void): Channel;
  now(): number;
};

/** The tab's view of its session. */
export type SessionKeeper = {
  state(): SessionState;
  /** Returns a function that unsubscribes. */
  subscribe(onChange: () => void): () => void;
  /** Starts polling and listening; returns a function that stops it. */
  start(): () => void;
  /** Queries the server now. Never throws. */
  refresh(): Promise<void>;
  /** For replies that report a missing session, without another query. */
  markMissing(): void;
  /** Ends the session in all tabs. A missing one counts as success. Throws if the server does not answer. */
  signOut(): Promise<void>;
};

const SESSION = "/api/session";

/** A keeper that has not started. `initial`: what the server's page already knows. */
export function createSessionKeeper(
  initial: Exclude<SessionState["status"], "signedIn">,
  environment: Environment,
): SessionKeeper {
  let state: SessionState = { status: initial };
  let channel: Channel | undefined;
  let pending: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  const apply = (event: SessionEvent) => {
    const before = userOf(state);
    const next = nextState(state, event);
    if (next === state) return;
    state = next;
    const userId = userOf(state);
    if (userId !== undefined && userId !== before) channel?.post({ type: "signIn", userId });
    for (const listener of listeners) listener();
  };
  const query = async () => {
    const reply = await fetchAgain(environment, { headers: { Accept: "application/json" } });
    if (reply?.ok) apply({ type: "found", session: (await reply.json()) as HeldSession });
    else apply({ type: reply?.status === 401 ? "missing" : "unknown" });
  };
  const refresh = () => {
    pending ??= query()
      .catch(() => apply({ type: "unknown" }))
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  const tick = () => {
    if (needsRefresh(state, environment.now())) void refresh();
  };
  const receive = (message: TabMessage) => {
    if (message.type === "signIn" && message.userId === userOf(state)) return;
    apply({ type: message.type });
    if (message.type === "signIn" && state.status !== "recovery") void refresh();
  };
  return {
    state: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    start() {
      const opened = environment.openChannel(receive);
      channel = opened;
      const timer = setInterval(tick, TICK_MS);
      tick();
      return () => {
        clearInterval(timer);
        opened.close();
        channel = undefined;
      };
    },
    refresh,
    markMissing: () => apply({ type: "missing" }),
    async signOut() {
      const reply = await fetchAgain(environment, { method: "DELETE" });
      if (!reply?.ok && reply?.status !== 401) throw new Error(`Signing out was answered with ${reply?.status ?? "nothing"}`);
      apply({ type: "signOut" });
      channel?.post({ type: "signOut" });
    },
  };
}

function userOf(state: SessionState): string | undefined {
  return state.status === "signedIn" ? state.session.user.id : undefined;
}

/** Calls /api/session, with retries for six attempts. Undefined if no attempt was answered. */
async function fetchAgain(environment: Environment, init: RequestInit): Promise<Response | undefined> {
  for (const wait of [...RETRY_AFTER_MS, undefined]) {
    const reply = await environment.fetch(SESSION, init).catch(() => undefined);
    if (wait === undefined || (reply && !isRetryable(reply.status))) return reply;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return undefined;
}
