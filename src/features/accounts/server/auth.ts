/** The account library on our own database: our tables and names, our password rules, our limits. */
import { type Auth, type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from "better-auth";
import { twoFactor } from "better-auth/plugins/two-factor";
import type { Ctx } from "#platform/ctx.server.ts";
import { LONGEST_PASSWORD } from "../rules/passwords.ts";
import { signingKey } from "./auth-secrets.ts";
import { createPasswords, type Passwords } from "./password-hash.ts";
import { SESSION_SECONDS, sessionCookieName } from "./session-cookie.ts";

const instances = new WeakMap<Ctx, Auth>();

/** The library as this process uses it. Its own HTTP routes are mounted nowhere; use-cases call `authOf(ctx).api`. */
export function authOf(ctx: Ctx): Auth {
  const auth = instances.get(ctx) ?? (betterAuth(options(ctx)) as Auth);
  instances.set(ctx, auth);
  return auth;
}

const hashing = new WeakMap<Ctx, Passwords>();

/** How passwords are hashed and compared, one line for the whole process. */
export function passwordsOf(ctx: Ctx): Passwords {
  const passwords = hashing.get(ctx) ?? createPasswords(undefined, ctx.passwordCost);
  hashing.set(ctx, passwords);
  return passwords;
}

const DAY_SECONDS = 86_400;

function options(ctx: Ctx): BetterAuthOptions {
  return {
    baseURL: ctx.publicUrl,
    // Of what the library signs, only the session's cookie is used here; both read each other's.
    secret: signingKey(ctx, "session-cookie"),
    // Every table comes from migrations/; the library's own migrator never runs.
    database: { db: ctx.db, type: "postgres", transaction: true },
    user: {
      modelName: "users",
      fields: { name: "first_name", emailVerified: "email_verified", createdAt: "created_at", updatedAt: "updated_at" },
      additionalFields: {
        lastName: { type: "string", fieldName: "last_name", required: false },
        phone: { type: "string", required: false },
        birthDate: { type: "string", fieldName: "birth_date", required: false },
        locale: { type: "string", required: false },
        marketingOptIn: { type: "boolean", fieldName: "marketing_opt_in", required: false, input: false },
      },
    },
    account: {
      modelName: "credentials",
      fields: {
        userId: "user_id",
        accountId: "account_id",
        providerId: "provider_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    session: {
      modelName: "sessions",
      fields: {
        userId: "user_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
      additionalFields: { provedAt: { type: "date", fieldName: "proved_at", required: false, input: false } },
      expiresIn: SESSION_SECONDS,
      updateAge: DAY_SECONDS,
      // A session that was ended must be dead at once, everywhere.
      cookieCache: { enabled: false },
    },
    verification: {
      modelName: "verifications",
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
    },
    emailAndPassword: {
      enabled: true,
      maxPasswordLength: LONGEST_PASSWORD,
      revokeSessionsOnPasswordReset: true,
      password: passwordsOf(ctx),
    },
    // One clock for every session, however it was opened.
    databaseHooks: { session: { create: { before: async (session) => ({ data: { ...session, ...lifetime(ctx) } }) } } },
    // It opens no session by the password of an account that has a second factor; codes are checked by check-code.ts, each once.
    plugins: [guard()],
    // consume-rate-limit.ts counts in the database, across processes; the library would count in memory.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: "uuid" },
      // The library would prefix with the weaker `__Secure-`; the name below already says `__Host-` where it may.
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName(ctx), attributes: { secure: ctx.publicUrl.startsWith("https:") } } },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
    // Its lesser messages carry e-mail addresses.
    logger: { level: "error", log: (_level, message) => ctx.log.error({ from: "accounts" }, message) },
  };
}

/** Of the plugin no table is used: the codes are ours (docs/decisions/0035). */
function guard(): BetterAuthPlugin {
  const enabled = { type: "boolean", fieldName: "two_factor_enabled", required: false, input: false } as const;
  const plugin = twoFactor({ totpOptions: { disable: true }, accountLockout: { enabled: false } });
  return { ...plugin, schema: { user: { fields: { twoFactorEnabled: enabled } } } };
}

function lifetime(ctx: Ctx) {
  const now = ctx.now();
  // Signing in is giving the password.
  return { createdAt: now, updatedAt: now, provedAt: now, expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000) };
}

/** How use-cases hand the visitor's address over; never read from a request. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";
