/**
 * Reads the session from the database with each request, so that ended sessions and lost rights take effect
 * at once.
 */
import type { Role } from "#features/access/rules/rights.ts";
/** Read from the database with each request, so that ended sessions and lost rights take effect at once. */
import type { Ctx } from "#platform/ctx.server.ts";
import { batched } from "#platform/postgres/batched.ts";
import type { Day } from "#shared/dates/dates.ts";
import type { Locale } from "#shared/language/locale.ts";
import { USE_RECORDED_AFTER_MS } from "../../rules/sign-in/session-ends.ts";
import { bearerOf, readAccessToken } from "./access-token.ts";
import { SESSION_SECONDS, sessionTokenOf } from "./session-cookie.ts";
import { listSessions, prolongSession, type SessionKey } from "./store.ts";

/** The signed-in user of a request. */
export type Visitor = {
  readonly id: string;
  readonly sessionId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string | null;
  readonly birthDate: Day | null;
  readonly locale: Locale;
  /** The account has a staff role, even if a required second factor is missing in this session. */
  readonly isStaff: boolean;
  /** May use the back office. */
  readonly isAdmin: boolean;
  /** The query for administrators failed: this may be one of them. */
  readonly isRoleUnknown: boolean;
  /** Undefined unless `isAdmin`. */
  readonly role: Role | undefined;
  readonly hasSecondFactor: boolean;
  readonly hasPasskey: boolean;
  /** The last re-authentication in this session. */
  readonly reauthAt: Date | undefined;
  readonly createdAt: Date;
};

/**
 * The visitor of a request. An access token takes precedence over the cookie. `isUse`: whether it prolongs
 * the session.
 */
export async function readSession(ctx: Ctx, headers: Headers, isUse = true): Promise<Visitor | undefined> {
  const key = await sessionKeyOf(ctx, headers);
  return key === undefined ? undefined : findVisitor(ctx, key, isUse);
}

/** The visitor of a live session; undefined if it has ended. */
export async function findVisitor(ctx: Ctx, key: SessionKey, isUse = true): Promise<Visitor | undefined> {
  const row = await finderOf(ctx)(key);
  if (row === undefined || row.email === null) return undefined;

  const isStaff = row.role !== null || row.is_role_unknown;
  if (isUse) await noteUse(ctx, { sessionId: row.session_id, usedAt: row.updated_at, isStaff });
  const isAdmin = row.role !== null && (row.two_factor_enabled || row.has_passkey || !ctx.env.staffNeedSecondFactor);
  return {
    id: row.id,
    sessionId: row.session_id,
    email: row.email,
    emailVerified: row.email_verified,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    birthDate: row.birth_date,
    locale: row.locale,
    isStaff: row.role !== null,
    isAdmin,
    isRoleUnknown: row.is_role_unknown,
    role: isAdmin ? (row.role ?? undefined) : undefined,
    hasSecondFactor: row.two_factor_enabled,
    hasPasskey: row.has_passkey,
    reauthAt: row.proved_at ?? undefined,
    createdAt: row.created_at,
  };
}

/** Prolongs a session in use: once a day, for staff once a minute. */
export async function noteUse(
  ctx: Pick<Ctx, "db" | "now">,
  session: { readonly sessionId: string; readonly usedAt: Date; readonly isStaff: boolean },
): Promise<void> {
  const now = ctx.now();
  const noteAfter = USE_RECORDED_AFTER_MS[session.isStaff ? "administrator" : "player"];
  if (now.getTime() - session.usedAt.getTime() < noteAfter) return;
  await prolongSession(ctx.db, session.sessionId, new Date(now.getTime() + SESSION_SECONDS * 1000), now);
}

type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];
type Finder = (key: SessionKey) => Promise<SessionRow | undefined>;
const finders = new WeakMap<Ctx, Finder>();

/** Finds sessions. Batches concurrent lookups into one query. */
function finderOf(ctx: Ctx): Finder {
  const known = finders.get(ctx);
  if (known) return known;
  const batchedBy = (by: "token" | "id") =>
    batched<string, SessionRow | undefined>(async (keys) => {
      const query = { keys, at: ctx.now() };
      const rows = await listSessions(ctx.db, by, { ...query, withAdmin: true }).catch((error: unknown) => {
        // Without roles: no rights, and administrators' session limits. Throws if the database is down.
        ctx.log.error({ err: error }, "looking up an administrator failed");
        return listSessions(ctx.db, by, { ...query, withAdmin: false });
      });
      return keys.map((key) => rows.find((row) => (by === "token" ? row.token : row.session_id) === key));
    });
  const [byToken, byId] = [batchedBy("token"), batchedBy("id")];
  const finder: Finder = (key) => ("token" in key ? byToken(key.token) : byId(key.id));
  finders.set(ctx, finder);
  return finder;
}

/** What names the request's session: an access token's session id, or the cookie's token. */
export async function sessionKeyOf(
  ctx: Ctx,
  headers: Headers,
  options?: { evenExpired: boolean },
): Promise<SessionKey | undefined> {
  if (headers.has("authorization")) {
    const bearer = bearerOf(headers);
    const token = bearer === undefined ? undefined : readAccessToken(ctx, bearer, options);
    return token && { id: token.sessionId };
  }
  const token = sessionTokenOf(ctx, headers.get("cookie"));
  return token === undefined ? undefined : { token };
}
