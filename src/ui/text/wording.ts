/**
 * Whether the operator's texts call the draws draws by chance (setting WORDING) or, as specified, games of
 * skill.
 */
import { useRouteLoaderData } from "react-router";

/** The setting WORDING, from the document's loader. */
export function useIsByChance(): boolean {
  return useRouteLoaderData<{ isByChance?: boolean }>("root")?.isByChance === true;
}
