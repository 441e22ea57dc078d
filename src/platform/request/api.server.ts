/**
 * Builds the API's Hono routers: handlers that read requests like pages do, and descriptions that make the
 * OpenAPI document.
 */
import { type Handler, Hono } from "hono";
import { type DescribeRouteOptions, describeRoute, resolver } from "hono-openapi";
import type { RouterContextProvider } from "react-router";
import { z } from "zod";

/** What Hono passes to handlers. `context` has what a page's loader has: `ctxOf`, `localeOf`, the visitor. */
export type ApiEnv = { Bindings: { readonly context: RouterContextProvider } };

/** An empty router of API addresses. */
export function apiRouter(): Hono<ApiEnv> {
  return new Hono<ApiEnv>();
}

/** A request to the API, as a page's loader would see it. `params`: parts of the path. */
export type Call<Param extends string = never> = {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
  readonly params: Readonly<Record<Param, string>>;
};

/**
 * A handler in Hono's form. It may throw its reply, as pages do: a redirect to sign in, or the `data` of a
 * refusal.
 */
export function handle<Param extends string>(
  answer: (call: Call<Param>) => Response | Promise<Response>,
): Handler<ApiEnv, string> {
  return async (c) => {
    const params = c.req.param() as Record<Param, string>;
    try {
      return await answer({ request: c.req.raw, context: c.env.context, params });
    } catch (thrown) {
      if (thrown instanceof Response) return thrown;
      if (isData(thrown)) return Response.json(thrown.data, thrown.init ?? {});
      throw thrown;
    }
  };
}

function isData(thrown: unknown): thrown is { readonly data: unknown; readonly init: ResponseInit | null } {
  return typeof thrown === "object" && thrown !== null && "type" in thrown && thrown.type === "DataWithResponseInit";
}

/** The sections of the API's description. */
export const API_TAGS = {
  accounts: "Accounts and their sessions",
  draws: "Draws, their entries and winners",
  orders: "Purchases and tickets",
  messages: "Messages to the shop, and campaigns of the shop",
  payments: "Events of the payment provider",
  description: "The description of all calls",
} as const;

type Reply = { readonly says: string; readonly schema?: z.ZodType; readonly as?: string };
/**
 * The description of an operation. `token`: the access token it needs; `hasKey`: it needs an API key;
 * `params`: parts of the path.
 */
export type Operation = {
  /** Generated clients name their methods after it: never change it. */
  readonly id: string;
  readonly tag: keyof typeof API_TAGS;
  readonly summary: string;
  readonly token?: "needed" | "administrator";
  readonly hasKey?: boolean;
  readonly params?: readonly string[];
  /** Parameters are described by their schemas. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly body?: z.ZodType;
  readonly replies: Readonly<Record<number, Reply>>;
};

/** The body of an error reply. */
export const failureShape = z.looseObject({ error: z.string(), message: z.string() });
/** The description of an error reply. */
export const failure = (says: string): Reply => ({ says, schema: failureShape });

export const UNREAD = {
  400: failure("The body is not JSON or does not match the schema"),
  413: failure("The body is too large"),
};

/** Makes a repeated call one purchase, message or campaign (idempotency key). */
export const REQUEST_KEY = z
  .string()
  .regex(/^[\x21-\x7e]{1,100}$/)
  .describe("Made by the caller: the same request twice is one purchase, message or campaign");

/** Replies of every operation. */
const COMMON_REPLIES: Readonly<Record<number, Reply>> = {
  400: failure("The address, headers or body are not valid for this call"),
  405: failure("Method not allowed"),
  413: failure("The body is too large"),
  414: failure("The address is too long"),
  429: failure("Too many requests; Retry-After gives the seconds to wait"),
  431: failure("Too many headers"),
  503: failure("Temporarily unavailable; Retry-After gives the seconds to wait"),
};

const ACCESS = {
  none: "Needs no token.",
  needed: "Needs an access token of `POST /api/session`.",
  administrator: "Needs an administrator's access token of `POST /api/session`.",
  key: "Needs an API key, made in the back office.",
} as const;

/** Middleware that adds an operation to the OpenAPI document. */
export function describe({ id, tag, summary, token, hasKey, params = [], query = {}, body, replies }: Operation) {
  const inPath = params.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }) as const);
  const inQuery = Object.entries(query).map(([name, schema]) => ({
    name,
    in: "query",
    description: schema.description ?? "",
    ...(!schema.safeParse(undefined).success && { required: true }),
    schema: jsonSchema(schema),
  }));
  const responses = Object.entries({ ...COMMON_REPLIES, ...replies }).map(
    ([status, { says, schema, as = "application/json" }]) => [
      status,
      { description: says, ...(schema && { content: { [as]: { schema: resolver(schema) } } }) },
    ],
  );
  return describeRoute({
    operationId: id,
    tags: [tag],
    summary,
    description: `${summary}. ${ACCESS[hasKey ? "key" : (token ?? "none")]}`,
    ...(token && { security: [{ bearer: [] }] }),
    ...(hasKey && { security: [{ apiKey: [] }] }),
    ...(inPath.length + inQuery.length > 0 && { parameters: [...inPath, ...inQuery] }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: resolver(body) } } } }),
    responses: Object.fromEntries(responses),
  } satisfies DescribeRouteOptions);
}

export function jsonSchema(schema: z.ZodType) {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest as Record<string, unknown>;
}
