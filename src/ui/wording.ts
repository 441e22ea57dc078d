/** Whether the operator chose to call the draws draws by chance; else they are the specification's games of skill. No text tells both stories. */
import { useRouteLoaderData } from "react-router";

/** The setting WORDING, as the document's loader sends it. */
export function useIsByChance(): boolean {
  return useRouteLoaderData<{ isByChance?: boolean }>("root")?.isByChance === true;
}
