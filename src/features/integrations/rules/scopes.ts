/** What a key may be made for: the rights of the staff for which there are calls. A key has those that are named, and nothing stands for several. */
import type { Right } from "#features/accounts/rules/rights.ts";

export const API_SCOPES = [
  "draws.read",
  "orders.read",
  "entries.read",
  "winners.read",
  "draws.export",
] as const satisfies readonly Right[];
export type ApiScope = (typeof API_SCOPES)[number];

export function isApiScope(text: string): text is ApiScope {
  return API_SCOPES.some((scope) => scope === text);
}
