/**
 * The nonce of the page's content security policy, for inline scripts. The browser has none after loading.
 */
import { createContext, useContext } from "react";

export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
