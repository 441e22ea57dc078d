/** The API of orders and tickets, webhooks of the payment providers, and the file of orders. */
import { listOperation, listWith } from "#features/integrations/api/list-calls.ts";
import { apiRouter, describe, handle } from "#platform/request/api.server.ts";
import * as ordersCsv from "../admin/orders-csv-route.ts";
import { ENTRIES_CALL, entryRow, ORDERS_CALL, orderRow } from "../rules/orders-call.ts";
import { answerEntriesCall, answerOrdersCall } from "../server/reading/answer-calls.ts";
import * as checkout from "../shop/create-checkout-route.ts";
import * as tickets from "../shop/tickets-api-route.ts";
import * as webhook from "../shop/webhook-route.ts";

const orders = listOperation({ id: "listOrders", tag: "orders", summary: "Lists orders, newest first" }, ORDERS_CALL, orderRow);
const entries = listOperation(
  { id: "listEntries", tag: "draws", summary: "Lists the tickets of a draw by number" },
  ENTRIES_CALL,
  entryRow,
);

export const ordersApi = apiRouter()
  .post("/functions/create-checkout-session-lottery", describe(checkout.operation), handle(checkout.post))
  .get("/api/tickets", describe(tickets.operation), handle(tickets.get))
  .get("/api/orders", describe(orders), handle(listWith(answerOrdersCall)))
  .get("/api/entries", describe(entries), handle(listWith(answerEntriesCall)))
  .post("/api/payments/webhook", describe(webhook.operation), handle(webhook.post))
  .post("/api/payments/webhook/:provider", handle(webhook.post))
  .get("/admin/orders.csv", handle(ordersCsv.get));
