/** The nonce of this reply's Content-Security-Policy, for scripts, styles and what is loaded ahead for them. */
import { createContext, useContext } from "react";

export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
