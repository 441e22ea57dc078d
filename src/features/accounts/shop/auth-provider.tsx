/** Gives the pieces inside it the browser's session, kept in step with the server and with other tabs. */
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { SessionState } from "../rules/session-state.ts";
import { BROWSER } from "./session-browser.ts";
import { createSessionKeeper } from "./session-keeper.ts";
import { AuthContext } from "./use-auth.ts";

/** @param initial `loading` asks the server whose session it is; `recovery` while a new password is chosen by a mail's link */
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
