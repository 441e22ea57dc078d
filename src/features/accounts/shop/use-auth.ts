/** What pieces of a screen may know and do about the session. */
import { createContext, use } from "react";
import type { SessionState } from "../rules/session-state.ts";
import type { SessionKeeper } from "./session-keeper.ts";

/** The state of the session as it is on this screen, and what keeps it. */
export type Auth = { readonly state: SessionState; readonly keeper: SessionKeeper };

export const AuthContext = createContext<Auth | undefined>(undefined);

/** Throws outside an `AuthProvider`. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (auth === undefined) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
