/** GET /api/tickets?transaction_id=: the caller's own tickets of a payment, newest first, for API clients. */

import { z } from "zod";
import { visitorOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { type Call, failure, type Operation } from "#platform/request/api.server.ts";
import { jsonError, jsonReply } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { ticketJson, ticketShape } from "../rules/ticket-json.ts";
import { listTickets } from "../server/reading/list-tickets.ts";

export const operation: Operation = {
  id: "listTickets",
  tag: "orders",
  summary: "Lists the caller's tickets, newest first",
  token: "needed",
  query: { transaction_id: z.string().describe("Only the tickets of this payment") },
  replies: { 200: { says: "Tickets", schema: z.array(ticketShape) }, 401: failure("No active session") },
};

export async function get({ request, context }: Call) {
  const visitor = await visitorOf(context, request);
  if (!visitor) return jsonError(401, "signed_out", "Auth session missing!");
  const transactionId = new URL(request.url).searchParams.get("transaction_id") ?? undefined;
  const tickets = await listTickets(ctxOf(context), visitor.id, transactionId);
  return jsonReply(tickets.map((ticket) => ticketJson(ticket, visitor.id)));
}
