import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { SessionState } from "../../rules/sign-in/session-state.ts";
import { BROWSER } from "./session-channel.ts";
import { createSessionKeeper, type SessionKeeper } from "./session-keeper.ts";

/**
 * Provides the browser's view of its session to `useAuth`. `initial`: what the server's page already knows.
 */
export function AuthProvider({
  initial = "loading",
  children,
}: {
  initial?: Exclude<SessionState["status"], "signedIn">;
  children: ReactNode;
}) {
  const [keeper] = useState(() => createSessionKeeper(initial, BROWSER));
  const state = useSyncExternalStore(keeper.subscribe, keeper.state, keeper.state);
  useEffect(() => keeper.start(), [keeper]);
  const auth = useMemo(() => ({ state, keeper }), [state, keeper]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

type Auth = { readonly state: SessionState; readonly keeper: SessionKeeper };

const AuthContext = createContext<Auth | undefined>(undefined);

/** Throws outside an `AuthProvider`. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (auth === undefined) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
