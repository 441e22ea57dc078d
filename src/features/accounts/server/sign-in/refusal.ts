/** Replies of the JSON API to refused sign-ins and registrations. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import { minutes } from "#shared/money/minutes.ts";
import { type PasswordProblem, passwordProblems } from "../../rules/sign-in/passwords.ts";
import type { RegisterError } from "../profile/register.ts";
import type { SignInError } from "./sign-in.ts";

/** HTTP status by error. */
const STATUS = {
  credentialsMissing: 400,
  sessionMissing: 401,
  sessionEnded: 401,
  currentPasswordRequired: 400,
  currentPasswordWrong: 403,
  codeNeeded: 401,
  codeRequired: 400,
  codeWrong: 403,
  passkeyRefused: 403,
  invalidCredentials: 401,
  userAlreadyExists: 409,
  registrationFailed: 503,
} as const;

/** HTTP status of unreadable bodies, as `readJson` reports them. */
const UNREAD = { too_large: 413, not_json: 400, wrong_shape: 400 } as const;

/** Errors are keys of `auth.json`, except those of bodies, which share one. */
export type Refused = { readonly error: keyof typeof STATUS | keyof typeof UNREAD } | RegisterError | SignInError;

/** Arguments of `jsonError`. */
type Refusal = [
  status: number,
  error: string,
  message: string,
  headers?: Record<string, string>,
  more?: { readonly reasons: readonly PasswordProblem[] },
];

/** The reply to the first problem. For a weak `password`, `reasons` lists all of its problems. */
export function refusal(ctx: Ctx, locale: Locale, refused: Refused, password = ""): Refusal {
  const t = ctx.messages[locale].getFixedT(null, "auth");
  if (refused.error === "invalid") {
    const [problem = "registrationFailed"] = Object.values(refused.problems);
    const weak = refused.problems.password && { reasons: reasonsOf(refused.problems.password, password) };
    return [422, problem, t(problem), {}, weak];
  }
  if (isUnread(refused.error)) return [UNREAD[refused.error], refused.error, t("badRequest")];
  if (refused.error === "tooManyAttempts") {
    const { retryAfterSeconds } = refused;
    return [
      429,
      refused.error,
      t("tooManyAttempts", { count: minutes(retryAfterSeconds) }),
      { "Retry-After": String(retryAfterSeconds) },
    ];
  }
  return [STATUS[refused.error], refused.error, t(refused.error)];
}

/** All problems of the checklist, or else the one that only the server detects. */
function reasonsOf(problem: string, password: string): readonly PasswordProblem[] {
  const reasons = passwordProblems(password);
  return reasons.length > 0 || problem !== "passwordTooCommon" ? reasons : [problem];
}

function isUnread(error: string): error is keyof typeof UNREAD {
  return Object.hasOwn(UNREAD, error);
}
