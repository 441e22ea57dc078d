/** What programs can call, in OpenAPI 3.1, made of the schemas beside. */
import { z } from "zod";
import { PARTICIPANTS_CALL, participantRow, WINNERS_CALL, winnerRow } from "#features/draws/rules/draws-calls.ts";
import type { ApiScope } from "#features/integrations/rules/api-key.ts";
import { EVENT_TYPES, EVENTS, envelope } from "#features/integrations/rules/event.ts";
import { PAGE_QUERY, pageOf } from "#features/integrations/rules/page-query.ts";
import { DRAWS_CALL, drawRow } from "#features/lotteries/rules/draws-call.ts";
import { ENTRIES_CALL, entryRow, ORDERS_CALL, orderRow } from "#features/orders/rules/orders-call.ts";
import * as shapes from "./openapi-shapes.ts";

/** Groups of calls, with what each is for. */
const TAGS = {
  accounts: "Accounts and their sessions",
  draws: "Draws, their entries and winners",
  orders: "Purchases and tickets",
  messages: "Messages to the shop, and campaigns of the shop",
  payments: "Events of the payment provider",
  description: "The description of all calls",
} as const;
type Tag = keyof typeof TAGS;

type Method = "get" | "post" | "delete";
type Reply = { readonly says: string; readonly schema?: z.ZodType; readonly as?: string };
export type Operation = {
  readonly method: Method;
  /** As in routes.ts. */
  readonly path: string;
  /** Generated clients name their methods after it: it never changes. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Whether an access token is needed, and an administrator's. */
  readonly token?: "needed" | "administrator";
  /** What an API key must have been made for. */
  readonly scope?: ApiScope;
  readonly query?: Readonly<Record<string, { readonly says: string; readonly schema: z.ZodType }>>;
  readonly body?: z.ZodType;
  readonly replies: Readonly<Record<number, Reply>>;
};

const failure = (says: string): Reply => ({ says, schema: shapes.failure });
const UNREAD = { 400: failure("The body is not JSON or does not match the schema"), 413: failure("The body is too large") };
/** Any call may meet these. */
export const ALWAYS: Readonly<Record<number, Reply>> = {
  400: failure("The address, headers or body are not valid for this call"),
  405: failure("Method not allowed"),
  413: failure("The body is too large"),
  414: failure("The address is too long"),
  429: failure("Too many requests; Retry-After gives the seconds to wait"),
  431: failure("Too many headers"),
  503: failure("Temporarily unavailable; Retry-After gives the seconds to wait"),
};

const problem = (says: string): Reply => ({ says, schema: shapes.problem, as: "application/problem+json" });

/** A list for API clients with a key, described by what the route itself goes by. */
function listed(
  path: string,
  { id, tag, summary }: Pick<Operation, "id" | "tag" | "summary">,
  { scope, query }: { readonly scope: ApiScope; readonly query: Readonly<Record<string, z.ZodType>> },
  row: z.ZodType,
): Operation {
  const parameters = Object.entries({ ...query, ...PAGE_QUERY });
  return {
    method: "get",
    path,
    id,
    tag,
    summary: `${summary}. Takes an API key with the scope ${scope}`,
    scope,
    query: Object.fromEntries(parameters.map(([name, schema]) => [name, { says: schema.description ?? "", schema }])),
    replies: {
      200: { says: "A page", schema: pageOf(row) },
      400: problem("An unknown parameter, a wrong one, or a cursor of another list"),
      401: problem("No key, or one that is unknown, expired or revoked"),
      403: problem("The key has not this scope, or its maker has lost that right"),
      404: problem("There is no such draw"),
      429: problem("Too many calls with this key; Retry-After gives the seconds to wait"),
    },
  };
}

export const OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: "/api/users",
    id: "createUser",
    tag: "accounts",
    summary: "Creates an account and signs it in",
    body: shapes.registration,
    replies: {
      201: { says: "Registered", schema: shapes.session },
      ...UNREAD,
      409: failure("The email address already has an account"),
      422: failure("The first validation error; for a weak password, `reasons` lists them all"),
    },
  },
  {
    method: "post",
    path: "/api/session",
    id: "createSession",
    tag: "accounts",
    summary: "Signs in",
    body: shapes.credentials,
    replies: {
      200: { says: "Signed in", schema: shapes.session },
      ...UNREAD,
      401: failure("Email or password incorrect, or `codeNeeded`: call again with the code of the account’s second factor"),
      403: failure("Wrong code"),
    },
  },
  {
    method: "get",
    path: "/api/session",
    id: "getSession",
    tag: "accounts",
    summary: "The session of the token in use",
    token: "needed",
    replies: { 200: { says: "The session", schema: shapes.session }, 401: failure("No active session") },
  },
  {
    method: "delete",
    path: "/api/session",
    id: "deleteSession",
    tag: "accounts",
    summary: "Signs out; succeeds without a session",
    replies: { 204: { says: "Signed out" } },
  },
  {
    method: "post",
    path: "/api/session/refresh",
    id: "refreshSession",
    tag: "accounts",
    summary: "Exchanges a refresh token, which works once, for a new pair of tokens",
    body: shapes.refresh,
    replies: {
      200: { says: "A new pair of tokens", schema: shapes.session },
      ...UNREAD,
      401: failure("Unknown, expired or already used; the session has ended"),
    },
  },
  {
    method: "get",
    path: "/api/session/proof",
    id: "getSessionProof",
    tag: "accounts",
    summary: "Tells whether a call that needs a recent password would be accepted now",
    token: "needed",
    replies: {
      200: { says: "Whether the password was entered within the last ten minutes", schema: shapes.proof },
      401: failure("No active session"),
    },
  },
  {
    method: "post",
    path: "/api/session/proof",
    id: "proveSession",
    tag: "accounts",
    summary: "Confirms the password, or a code of the second factor in its place; the session continues with new tokens",
    token: "needed",
    body: shapes.password,
    replies: {
      200: { says: "A new pair of tokens; the old ones no longer work", schema: shapes.session },
      ...UNREAD,
      401: failure("No active session"),
      403: failure("Wrong password or code"),
    },
  },
  {
    method: "get",
    path: "/api/lotteries",
    id: "listLotteries",
    tag: "draws",
    summary: "Lists the draws that visitors see, newest first",
    query: { status: { says: "Defaults to active", schema: z.enum(["active", "completed"]) } },
    replies: { 200: { says: "Draws", schema: z.array(shapes.lottery) }, 400: failure("Unknown status") },
  },
  {
    method: "get",
    path: "/api/lotteries/:lotteryId",
    id: "getLottery",
    tag: "draws",
    summary: "One draw",
    replies: { 200: { says: "The draw", schema: shapes.oneLottery }, 404: failure("Draw not found") },
  },
  {
    method: "get",
    path: "/api/tickets",
    id: "listTickets",
    tag: "orders",
    summary: "Lists the caller's tickets, newest first",
    token: "needed",
    query: { transaction_id: { says: "Only the tickets of this payment", schema: z.string() } },
    replies: { 200: { says: "Tickets", schema: z.array(shapes.ticket) }, 401: failure("No active session") },
  },
  listed(
    "/api/draws",
    { id: "listDraws", tag: "draws", summary: "Lists all draws with their sales, newest first" },
    DRAWS_CALL,
    drawRow,
  ),
  listed("/api/orders", { id: "listOrders", tag: "orders", summary: "Lists orders, newest first" }, ORDERS_CALL, orderRow),
  listed(
    "/api/entries",
    { id: "listEntries", tag: "draws", summary: "Lists the tickets of a draw by number" },
    ENTRIES_CALL,
    entryRow,
  ),
  listed(
    "/api/participants",
    { id: "listParticipants", tag: "draws", summary: "Lists who takes part in a draw, with contact details" },
    PARTICIPANTS_CALL,
    participantRow,
  ),
  listed(
    "/api/winners",
    { id: "listWinners", tag: "draws", summary: "Lists the winning tickets, newest first" },
    WINNERS_CALL,
    winnerRow,
  ),
  {
    method: "post",
    path: "/functions/create-checkout-session-lottery",
    id: "createCheckoutSession",
    tag: "orders",
    summary: "Reserves tickets and opens a payment page for the signed-in player",
    token: "needed",
    body: shapes.checkout,
    replies: {
      200: { says: "The payment page", schema: shapes.checkoutPage },
      ...UNREAD,
      401: failure("No active session"),
      403: failure("For another user, during a break or exclusion, or above the player's own limit"),
      404: failure("Draw not found"),
      409: failure("Sold out, closed, cancelled, not open yet, price changed, or code expired or used"),
      422: failure("Invalid quantity, wrong answer or unknown code"),
      502: failure("The payment provider did not answer"),
    },
  },
  {
    method: "post",
    path: "/functions/send-contact-form",
    id: "sendContactForm",
    tag: "messages",
    summary: "Sends a message to the shop",
    body: shapes.letter,
    replies: {
      200: { says: "Message received", schema: shapes.letterSent },
      ...UNREAD,
      422: failure("The first validation error"),
    },
  },
  {
    method: "post",
    path: "/functions/send-mass-email",
    id: "sendMassEmail",
    tag: "messages",
    summary: "Starts a campaign to the given users who agreed to receive it",
    token: "administrator",
    body: shapes.campaign,
    replies: {
      200: { says: "Queued", schema: shapes.campaignSent },
      ...UNREAD,
      401: failure("No active session"),
      403: failure("Not an administrator, or `proof_needed`: call POST /api/session/proof first"),
      404: failure("Draw not found or not on sale"),
      409: failure("The same `requestKey` has started a campaign with another text"),
      422: failure("No draw, no recipients, or invalid text"),
    },
  },
  {
    method: "post",
    path: "/api/payments/webhook",
    id: "receivePaymentEvent",
    tag: "payments",
    summary: "Receives an event of the payment provider, signed over the raw body",
    body: z.looseObject({}),
    replies: { 200: { says: "Processed", schema: shapes.eventReceived }, 400: failure("The signature does not match the body") },
  },
  {
    method: "get",
    path: "/api/openapi.json",
    id: "getOpenApi",
    tag: "description",
    summary: "This description",
    replies: { 200: { says: "OpenAPI 3.1", schema: z.looseObject({ openapi: z.string() }) } },
  },
];

/** The document itself; `publicUrl` is where the shop is, `shop` what it is called, `email` where it is written to. */
export function describeCalls(publicUrl: string, shop: string, email: string): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    const path = operation.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method]: describe(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: shop,
      version: "1",
      description: "Prize draws for fine cars: list them, register and buy tickets. Prices are in pounds with two decimals.",
      contact: { name: shop, url: `${publicUrl}/contact`, ...(email && { email }) },
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        apiKey: { type: "http", scheme: "bearer", bearerFormat: "ck_live_…" },
      },
    },
    paths,
    webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: describeEvent(type) }])),
  };
}

/** Sent to the endpoints of the back office, signed after Standard Webhooks. */
function describeEvent(type: (typeof EVENT_TYPES)[number]) {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  });
  const schema = jsonSchema(envelope(type, EVENTS[type].data));
  const says = EVENTS[type].says.en;
  return {
    operationId: type.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: says,
    description: `${says}. Sent to the endpoints that an administrator has added, signed after Standard Webhooks.`,
    parameters: [
      header("webhook-id", "The same for each time that this is sent"),
      header("webhook-timestamp", "Unix seconds of this try"),
      header("webhook-signature", "v1,… of id, timestamp and body; several are separated by spaces"),
    ],
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: { "2XX": { description: "Received; anything else is tried again for three days" }, 410: { description: "Stop" } },
  };
}

const ACCESS = {
  none: "Needs no token.",
  needed: "Needs an access token of `POST /api/session`.",
  administrator: "Needs an administrator's access token of `POST /api/session`.",
  key: "Needs an API key, made in the back office.",
} as const;

function describe({ path, id, tag, summary, token, scope, query = {}, body, replies }: Operation) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(query).map(([name, { says, schema }]) => ({
    name,
    in: "query",
    description: says,
    ...(!schema.safeParse(undefined).success && { required: true }),
    schema: jsonSchema(schema),
  }));
  const all = Object.entries({ ...ALWAYS, ...replies });
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${summary}. ${ACCESS[scope ? "key" : (token ?? "none")]}`,
    ...(token && { security: [{ bearer: [] }] }),
    ...(scope && { security: [{ apiKey: [] }] }),
    ...(inPath.length + inQuery.length > 0 && { parameters: [...inPath, ...inQuery] }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: jsonSchema(body) } } } }),
    responses: Object.fromEntries(
      all.map(([status, { says, schema, as = "application/json" }]) => [
        status,
        { description: says, ...(schema && { content: { [as]: { schema: jsonSchema(schema) } } }) },
      ]),
    ),
  };
}

function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest;
}
