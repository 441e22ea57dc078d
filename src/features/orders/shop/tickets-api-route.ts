/** GET /api/tickets?transaction_id=: the caller's own tickets of a payment, newest first, for API clients. */

import { visitorOf } from "#features/accounts/server/find-visitor.ts";
import { jsonError, jsonReply } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { ticketJson } from "../rules/ticket-json.ts";
import { listTickets } from "../server/list-tickets.ts";
import type { Route } from "./+types/tickets-api-route.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const visitor = await visitorOf(context, request);
  if (!visitor) return jsonError(401, "signed_out", "Auth session missing!");
  const transactionId = new URL(request.url).searchParams.get("transaction_id") ?? undefined;
  const tickets = await listTickets(ctxOf(context), visitor.id, transactionId);
  return jsonReply(tickets.map((ticket) => ticketJson(ticket, visitor.id)));
}
