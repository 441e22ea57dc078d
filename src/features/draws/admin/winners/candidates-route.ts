/** GET /admin/winners/{id}/candidates?q=…: candidates for the winner, as the administrator types. */

import { data } from "react-router";
import { adminCall, runAction } from "#features/accounts/server/sessions/admin-call.ts";
import type { DataFailures } from "#ui/fields/failures.ts";
import { readListQuery } from "#ui/lists/list-address.ts";
import type { Candidate } from "../../rules/managed-draw.ts";
import { listCandidates } from "../../server/winners/list-candidates.ts";
import type { Route } from "./+types/candidates-route.ts";

/** `candidates`: undefined if they could not be read. */
export type CandidatesReply = { readonly q: string; readonly candidates: readonly Candidate[] | undefined };

export const handle = { failures: { load: "admin-draws:winners.usersFailed" } } satisfies DataFailures;

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const { q } = readListQuery(search, ["name"], { sort: "name", descending: false });
  const found = await runAction(
    { ctx, request },
    listCandidates(ctx, actor, { lotteryId: params.lotteryId, place: Number(search.get("place") ?? 1), q }),
    "ticket holders could not be listed",
  );
  if (found.ok) return data<CandidatesReply>({ q, candidates: found.value });
  const status = { failed: 503, not_found: 404, not_drawn: 409 };
  return data<CandidatesReply>({ q, candidates: undefined }, { status: status[found.error] });
}
