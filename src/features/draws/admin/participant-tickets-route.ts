/**
 * GET /admin/draw/{id}/tickets?user=…&after=…: the next tickets of a participant, for a dialog.
 * `after`: the last ticket number of the previous reply, 0 for the first one.
 */
import { data } from "react-router";
import { adminCall, runAction } from "#features/accounts/server/sessions/admin-call.ts";
import type { DataFailures } from "#ui/fields/failures.ts";
import { listParticipantTickets } from "../server/reading/list-participants.ts";
import type { Route } from "./+types/participant-tickets-route.ts";

/** `next`: the `after` of the next request, undefined after the last ticket. */
export type TicketsReply = {
  readonly tickets: readonly { readonly ticketNumber: number; readonly purchasedAt: Date; readonly isSuspended: boolean }[];
  readonly next: number | undefined;
  readonly failed: boolean;
};

export const handle = { failures: { load: "admin-draws:draw.participants.ticketsFailed" } } satisfies DataFailures;

const FAILED = { tickets: [], next: undefined, failed: true } satisfies TicketsReply;

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const { searchParams } = new URL(request.url);
  const query = {
    lotteryId: params.lotteryId,
    userId: searchParams.get("user") ?? "",
    after: Number(searchParams.get("after") ?? 0),
  };
  const found = await runAction(
    { ctx, request },
    listParticipantTickets(ctx, actor, query),
    "the tickets of a participant could not be read",
  );
  if (found.ok) return data<TicketsReply>({ ...found.value, failed: false });
  return data<TicketsReply>(FAILED, { status: found.error === "failed" ? 503 : 404 });
}
