/** The nonce of this reply's Content-Security-Policy, for inline scripts and styles. Empty in the browser, where it is not needed again. */
import { createContext, useContext } from "react";

export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
