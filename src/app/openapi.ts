/** What programs can call, in OpenAPI 3.1, made of the schemas beside. */
import { z } from "zod";
import * as shapes from "./openapi-shapes.ts";

type Method = "get" | "post" | "delete";
type Reply = { readonly says: string; readonly schema?: z.ZodType };
export type Operation = {
  readonly method: Method;
  /** As in routes.ts. */
  readonly path: string;
  readonly summary: string;
  /** Whether an access token is needed, and an administrator's. */
  readonly token?: "needed" | "administrator";
  readonly query?: Readonly<Record<string, { readonly says: string; readonly schema: z.ZodType }>>;
  readonly body?: z.ZodType;
  readonly replies: Readonly<Record<number, Reply>>;
};

const failure = (says: string): Reply => ({ says, schema: shapes.failure });
const UNREAD = { 400: failure("The body is not JSON, or not of this shape"), 413: failure("The body is too large") };
/** Any call may meet these. */
export const ALWAYS: Readonly<Record<number, Reply>> = {
  400: failure("The address, the headers or the body are none that this call could have"),
  405: failure("This address does not take that method"),
  413: failure("The body is too large"),
  414: failure("The address is too long"),
  429: failure("Too often; Retry-After says how many seconds to wait"),
  431: failure("Too many headers"),
  503: failure("Out of reach for a moment; Retry-After says how many seconds to wait"),
};

export const OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: "/api/users",
    summary: "Registers somebody, who is signed in at once",
    body: shapes.registration,
    replies: {
      201: { says: "Registered", schema: shapes.session },
      ...UNREAD,
      409: failure("The address is known"),
      422: failure("The first of the problems; of a weak password `reasons` names them all"),
    },
  },
  {
    method: "post",
    path: "/api/session",
    summary: "Signs in",
    body: shapes.credentials,
    replies: { 200: { says: "Signed in", schema: shapes.session }, ...UNREAD, 401: failure("Wrong e-mail or password") },
  },
  {
    method: "get",
    path: "/api/session",
    summary: "The session of the token that is shown",
    token: "needed",
    replies: { 200: { says: "It lives", schema: shapes.session }, 401: failure("It does not") },
  },
  {
    method: "delete",
    path: "/api/session",
    summary: "Signs out; also where nobody is signed in",
    replies: { 204: { says: "Nobody is signed in" } },
  },
  {
    method: "post",
    path: "/api/session/refresh",
    summary: "Exchanges a refresh token, which works once, for the next pair of tokens",
    body: shapes.refresh,
    replies: {
      200: { says: "The next pair", schema: shapes.session },
      ...UNREAD,
      401: failure("Unknown, over, or used before: then the session has ended"),
    },
  },
  {
    method: "get",
    path: "/api/session/proof",
    summary: "Whether what asks for a fresh password would be let through now",
    token: "needed",
    replies: {
      200: { says: "Whether it was given within ten minutes", schema: shapes.proof },
      401: failure("No living session"),
    },
  },
  {
    method: "post",
    path: "/api/session/proof",
    summary: "Gives the password once more; the session goes on under new tokens",
    token: "needed",
    body: shapes.password,
    replies: {
      200: { says: "The next pair; the tokens before are dead", schema: shapes.session },
      ...UNREAD,
      401: failure("No living session"),
      403: failure("Wrong password"),
    },
  },
  {
    method: "get",
    path: "/api/lotteries",
    summary: "The draws that visitors see, newest first",
    query: { status: { says: "active unless told", schema: z.enum(["active", "completed"]) } },
    replies: { 200: { says: "Draws", schema: z.array(shapes.lottery) }, 400: failure("No such status") },
  },
  {
    method: "get",
    path: "/api/lotteries/:lotteryId",
    summary: "One draw",
    replies: { 200: { says: "The draw", schema: shapes.oneLottery }, 404: failure("There is none") },
  },
  {
    method: "get",
    path: "/api/tickets",
    summary: "The caller's own tickets, newest first",
    token: "needed",
    query: { transaction_id: { says: "Those of one payment", schema: z.string() } },
    replies: { 200: { says: "Tickets", schema: z.array(shapes.ticket) }, 401: failure("No living session") },
  },
  {
    method: "post",
    path: "/functions/create-checkout-session-lottery",
    summary: "Holds tickets and opens the page where the bearer of the token pays",
    token: "needed",
    body: shapes.checkout,
    replies: {
      200: { says: "The page", schema: shapes.checkoutPage },
      ...UNREAD,
      401: failure("No living session"),
      403: failure("For somebody else, or the buyer rests from play or has reached their limit"),
      404: failure("There is no such draw"),
      409: failure("Sold out, closed, not open yet, the price has changed, or the code is over or used"),
      422: failure("A quantity that is none, a wrong answer, an unknown code"),
      502: failure("The payment provider did not answer"),
    },
  },
  {
    method: "post",
    path: "/functions/send-contact-form",
    summary: "Writes to the shop",
    body: shapes.letter,
    replies: { 200: { says: "Kept", schema: shapes.letterSent }, ...UNREAD, 422: failure("The first of the problems") },
  },
  {
    method: "post",
    path: "/functions/send-mass-email",
    summary: "Begins a campaign to those of the users who agreed to it",
    token: "administrator",
    body: shapes.campaign,
    replies: {
      200: { says: "Queued", schema: shapes.campaignSent },
      ...UNREAD,
      401: failure("No living session"),
      403: failure("Not an administrator's; or `proof_needed`: POST /api/session/proof first"),
      404: failure("The draw is unknown or not on sale"),
      422: failure("No draw, no readers, or a text that cannot be sent"),
    },
  },
  {
    method: "post",
    path: "/api/payments/webhook",
    summary: "The payment provider tells of an event, signed over the raw body",
    body: z.looseObject({}),
    replies: { 200: { says: "Done", schema: shapes.eventReceived }, 400: failure("The signature does not fit the body") },
  },
  {
    method: "get",
    path: "/api/openapi.json",
    summary: "This description",
    replies: { 200: { says: "OpenAPI 3.1", schema: z.looseObject({ openapi: z.string() }) } },
  },
];

/** The document itself; `publicUrl` is where the shop is. */
export function describeCalls(publicUrl: string): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of OPERATIONS) {
    const path = operation.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method]: describe(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Concours",
      version: "1",
      description: "Draws of fine cars: read them, register, buy. Prices are pounds with two decimals.",
    },
    servers: [{ url: publicUrl }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    paths,
  };
}

function describe({ path, summary, token, query = {}, body, replies }: Operation) {
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
    schema: jsonSchema(schema),
  }));
  const all = Object.entries({ ...ALWAYS, ...replies });
  return {
    summary,
    ...(token && { security: [{ bearer: [] }] }),
    ...(inPath.length + inQuery.length > 0 && { parameters: [...inPath, ...inQuery] }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: jsonSchema(body) } } } }),
    responses: Object.fromEntries(
      all.map(([status, { says, schema }]) => [
        status,
        { description: says, ...(schema && { content: { "application/json": { schema: jsonSchema(schema) } } }) },
      ]),
    ),
  };
}

function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest;
}
