/** How list calls of the API answer, and how OpenAPI describes them. */
import { z } from "zod";
import { type Call, failureShape, type Operation } from "#platform/request/api.server.ts";
import { answerReply } from "#platform/request/json.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import type { ApiScope } from "../rules/api-key.ts";
import { PAGE_QUERY, pageOf } from "../rules/page-query.ts";
import type { Answer } from "../server/answer-api-client.ts";

/** The route handler of a list. */
export function listWith(answer: (ctx: ReturnType<typeof ctxOf>, request: Request) => Promise<Answer>) {
  return async ({ request, context }: Call) => answerReply(await answer(ctxOf(context), request));
}

/** RFC 9457 in addition to the fields of other errors. */
const problemShape = failureShape.extend({
  type: z.string().optional(),
  title: z.string().optional(),
  status: z.int().optional(),
  detail: z.string().optional(),
});
/** A reply that is a problem. */
const problem = (says: string) => ({ says, schema: problemShape, as: "application/problem+json" });

/** The OpenAPI description of a list. `row`: schema of one row. */
export function listOperation(
  named: Pick<Operation, "id" | "tag" | "summary">,
  list: { readonly scope: ApiScope; readonly query: Readonly<Record<string, z.ZodType>> },
  row: z.ZodType,
): Operation {
  return {
    ...named,
    summary: `${named.summary}. Takes an API key with the scope ${list.scope}`,
    hasKey: true,
    query: { ...list.query, ...PAGE_QUERY },
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
