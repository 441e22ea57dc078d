/** Whether the operator calls the draws draws by chance, or the specified games of skill. */
import { useRouteLoaderData } from "react-router";

/** The setting WORDING, from the document's loader. */
export function useIsByChance(): boolean {
  return useRouteLoaderData<{ isByChance?: boolean }>("root")?.isByChance === true;
}
