/** Authenticates and authorises API clients, and answers lists. */
import { z } from "zod";
import { may } from "#features/access/server/actor.ts";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import { bearerOf } from "#features/accounts/server/sessions/access-token.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { ApiScope } from "../rules/api-key.ts";
import { PAGE_QUERY, readCursor, writeCursor } from "../rules/page-query.ts";
import { findKeyByPrefix, markUsed } from "./api-key-store.ts";
import { isKey, prefixOf } from "./key-format.ts";

/** The last use of a key is written at most once in this time. */
const USED_MS = 60_000;

export type ApiClient = { readonly kind: "api_client"; readonly key: string };
type Refusal = "no_key" | "invalid_key" | "scope_missing" | "maker_not_allowed" | "too_many";

/** Authenticates by the key in the header. `wait`: seconds until the rate limit admits a call. */
async function admitProgram(
  ctx: Ctx,
  headers: Headers,
  scope: ApiScope,
): Promise<Result<ApiClient, Refusal> & { readonly wait?: number }> {
  const presentedKey = bearerOf(headers);
  if (presentedKey === undefined) return err("no_key");
  const prefix = prefixOf(presentedKey);
  const key = prefix === undefined ? undefined : await findKeyByPrefix(ctx.db, prefix);
  const now = ctx.now();
  if (!key || !isKey(ctx, presentedKey, key.hash) || key.revokedAt || key.expiresAt <= now) return err("invalid_key");
  const wait = await consumeRateLimit(ctx, "callsByApiKey", key.id);
  if (wait > 0) return { ...err("too_many"), wait };
  if (!key.scopes.includes(scope)) return err("scope_missing");
  // A key never has more rights than its maker has now.
  if (!(await may(ctx, { kind: "admin", id: key.madeBy }, scope))) return err("maker_not_allowed");
  const unlessSince = new Date(now.getTime() - USED_MS);
  if (!key.lastUsedAt || key.lastUsedAt < unlessSince) await markUsed(ctx.db, key.id, { at: now, unlessSince });
  return ok({ kind: "api_client", key: key.prefix });
}

/** A response: JSON, or for a refusal a problem (RFC 9457). */
export type Answer = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: unknown };

/** HTTP status and title of each error. */
const PROBLEMS = {
  no_key: [401, "Show an API key as a bearer token"],
  invalid_key: [401, "This API key is unknown, has expired or was revoked"],
  scope_missing: [403, "The key was not made for this"],
  maker_not_allowed: [403, "Whoever made this key may no longer do this"],
  too_many: [429, "Too many calls with this key"],
  bad_query: [400, "A parameter of the address is unknown or wrong"],
  bad_cursor: [400, "The cursor is not one of this list"],
  not_found: [404, "There is nothing by this id"],
} as const;
export type Problem = keyof typeof PROBLEMS;

/** An error reply. */
function problem(error: Problem, detail?: string, headers: Record<string, string> = {}): Answer {
  const [status, title] = PROBLEMS[error];
  return {
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
    // `error` and `message` as elsewhere in this API.
    body: { type: "about:blank", title, status, ...(detail !== undefined && { detail }), error, message: title },
  };
}

/** A list: the scope it needs, its own parameters, and its cursor. */
export type ListCall<Query extends z.ZodRawShape, Mark> = {
  readonly scope: ApiScope;
  readonly query: Query;
  readonly cursor: z.ZodType<Mark>;
};
/** What a list is asked for. `after`: the cursor's content. */
type ListRequest<Query extends z.ZodRawShape, Mark> = {
  readonly client: ApiClient;
  readonly query: z.infer<z.ZodObject<Query>>;
  readonly limit: number;
  readonly after: Mark | undefined;
};
/** A row and what a cursor to it holds. */
export type Marked<Row, Mark> = { readonly row: Row; readonly mark: Mark };

/**
 * Answers a list call. `list` returns up to `limit` rows after `after`; undefined if the parent does not
 * exist.
 */
export async function answerList<Query extends z.ZodRawShape, Mark extends readonly unknown[], Row>(
  ctx: Ctx,
  request: Pick<Request, "headers" | "url">,
  call: ListCall<Query, Mark>,
  list: (request: ListRequest<Query, Mark>) => Promise<readonly Marked<Row, Mark>[] | undefined>,
): Promise<Answer> {
  const used = await admitProgram(ctx, request.headers, call.scope);
  if (!used.ok) return refuse(used.error, call.scope, used.wait);
  const search = [...new URL(request.url).searchParams];
  const parsed = z.strictObject({ ...PAGE_QUERY, ...call.query }).safeParse(Object.fromEntries(search));
  if (!parsed.success || new Set(search.map(([name]) => name)).size < search.length)
    return problem("bad_query", parsed.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
  const { limit, cursor, ...query } = parsed.data as z.infer<z.ZodObject<typeof PAGE_QUERY>>;
  const after = cursor === undefined ? undefined : readCursor(cursor, call.cursor);
  if (cursor !== undefined && after === undefined) return problem("bad_cursor");
  // One extra row shows whether there is another page.
  const rows = await list({ client: used.value, query: query as ListRequest<Query, Mark>["query"], limit: limit + 1, after });
  if (!rows) return problem("not_found");
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const body = { data: shown.map(({ row }) => row), next_cursor: last ? writeCursor(last.mark) : null };
  return { status: 200, headers: { "Content-Type": "application/json" }, body };
}

function refuse(error: Refusal, scope: ApiScope, wait: number | undefined): Answer {
  if (error === "no_key" || error === "invalid_key") {
    const why = error === "no_key" ? "" : ', error="invalid_token"';
    return problem(error, undefined, { "WWW-Authenticate": `Bearer realm="API"${why}` });
  }
  if (error === "too_many") return problem(error, undefined, { "Retry-After": String(wait ?? 1) });
  return problem(error, `This call needs the scope ${scope}`);
}
