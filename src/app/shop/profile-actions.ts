/** What a player does on /profile, each by the name of its button. Nobody acts on somebody else's. */
import { data, type RouterContextProvider, redirect } from "react-router";
import { z } from "zod";
import { requestEmailChange } from "#features/accounts/server/change-email.ts";
import { changePassword } from "#features/accounts/server/change-password.ts";
import { deviceCookie } from "#features/accounts/server/device-cookie.ts";
import { requireVisitor, type Visitor } from "#features/accounts/server/find-visitor.ts";
import { isPhone } from "#features/accounts/server/phone.ts";
import { setConsent, updateProfile } from "#features/accounts/server/profile.ts";
import { minutes } from "#features/accounts/server/refusal.ts";
import { endedSessionCookie, sessionCookie } from "#features/accounts/server/session-cookie.ts";
import { signOut } from "#features/accounts/server/sign-out.ts";
import { type DetailsReply, readProfile } from "#features/accounts/shop/profile-form.tsx";
import type { EmailReply, PasswordReply } from "#features/accounts/shop/profile-sign-in.tsx";
import { hideName } from "#features/draws/server/hide-name.ts";
import { isIdentityFixed } from "#features/draws/server/keep-identity.ts";
import { deleteAccount } from "#features/orders/server/delete-account.ts";
import type { DeleteReply } from "#features/orders/shop/delete-panel.tsx";
import type { Ctx } from "#platform/ctx.server.ts";
import { readFields } from "#platform/request/body.server.ts";
import { type FlashName, flashCookie } from "#platform/request/flash.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates.ts";
import { failureLevel } from "#shared/overload.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { type FormReply, refuse } from "#ui/forms/reply.ts";

/** What a form is told; a success goes on to another page instead. */
export type ProfileOutcome =
  | DetailsReply
  | PasswordReply
  | EmailReply
  | DeleteReply
  | FormReply<"choice" | "sign-out">
  | { readonly intent: "none"; readonly error: "bad_request" | "not_found" };

type Acting = { readonly ctx: Ctx; readonly visitor: Visitor; readonly request: Request; readonly form: URLSearchParams };

export async function actOnProfile(context: Readonly<RouterContextProvider>, request: Request) {
  const ctx = ctxOf(context);
  const visitor = await requireVisitor(context, request);
  const form = await readFields(request);
  if (new URL(request.url).searchParams.has("uid")) return outcome({ intent: "none", error: "not_found" }, 404);
  const acting = { ctx, visitor, request, form };
  switch (form.get("intent")) {
    case "details":
      return changeDetails(acting);
    case "choice":
      return choose(acting);
    case "password":
      return newPassword(acting);
    case "email":
      return newEmail(acting);
    case "delete":
      return leave(acting);
    case "sign-out":
      return goOut(acting);
    default:
      return outcome({ intent: "none", error: "bad_request" }, 400);
  }
}

async function changeDetails({ ctx, visitor, form }: Acting) {
  const submission = readProfile(form, londonDate(ctx.now()), isPhone);
  if (submission.status !== "success") return outcome({ intent: "details", refused: submission.reply() }, 422);
  const isFixed = (tx: Parameters<typeof isIdentityFixed>[0]) => isIdentityFixed(tx, visitor.id);
  const saved = await logged(ctx, "details could not be saved", () => updateProfile(ctx, visitor.id, submission.value, isFixed));
  if (saved && !saved.ok && "field" in saved) {
    const [problem, status] =
      saved.error === "identity_fixed" ? (["identityFixed", 409] as const) : (["identityChangedOften", 429] as const);
    return outcome({ intent: "details", refused: submission.reply({ fieldErrors: { [saved.field]: [problem] } }) }, status);
  }
  if (saved?.ok) return goTo("/profile?tab=details", "profileUpdateSuccess");
  return outcome({ intent: "details", refused: refuse(submission, "profileUpdateError") }, 503);
}

async function choose({ ctx, visitor, form }: Acting) {
  const kind = form.get("kind");
  if (kind !== "marketing" && kind !== "full_name_public" && kind !== "name_hidden")
    return outcome({ intent: "none", error: "bad_request" }, 400);
  const given = form.has("given");
  const done = await logged(ctx, "a choice could not be saved", async () => {
    if (kind === "name_hidden") await hideName(ctx, visitor.id, { isHidden: given, source: "profile" });
    else await setConsent(ctx, visitor.id, { kind, given, source: "profile" });
    return true;
  });
  return done
    ? goTo(`/profile?tab=details${form.has("editing") ? "&edit=1" : ""}`, "choiceSaved")
    : outcome({ intent: "choice", refused: { status: "error", error: { "": ["choiceError"] } } }, 503);
}

const signIn = z.object({
  ...{ currentPassword: typedText, password: typedText, confirmPassword: typedText, newEmail: typedText },
  ...{ word: typedText, giveUp: typedText, forGood: typedText },
});
const hideFields = ["currentPassword", "password", "confirmPassword", "word"];

/** A current password that was left out is said beside whatever else is wrong: it is looked at last. `field` is where `error` stands. */
function refusal(form: URLSearchParams, error: string, field?: string) {
  const lacks: Record<string, string[]> = form.get("currentPassword") ? {} : { currentPassword: ["currentPasswordRequired"] };
  const submission = parseForm(form, signIn);
  if (field === undefined) return submission.reply({ formErrors: [error], fieldErrors: lacks, hideFields }) as never;
  return submission.reply({ fieldErrors: { [field]: [error], ...lacks }, hideFields }) as never;
}

async function newPassword({ ctx, visitor, request, form }: Acting) {
  const intent = "password" as const;
  const change = {
    currentPassword: form.get("currentPassword") ?? "",
    password: form.get("password") ?? "",
    confirmPassword: form.get("confirmPassword") ?? "",
  };
  const changed = await logged(ctx, "a password could not be changed", () => changePassword(ctx, visitor, change));
  // What knew the old password is known no longer; this browser is.
  const device = deviceCookie(ctx, request.headers.get("cookie"), visitor.id);
  if (changed?.ok)
    return goTo("/profile?tab=security", "passwordUpdateSuccess", device, sessionCookie(ctx, changed.value.sessionToken));
  if (!changed || changed.error === "sessionMissing")
    return outcome({ intent, refused: refusal(form, "passwordUpdateError") }, 503);
  if (changed.error === "tooManyAttempts") return tooMany(intent, form, changed.retryAfterSeconds);
  const [error, field] =
    changed.error === "passwordRequirements"
      ? ([changed.problem, "password"] as const)
      : ([changed.error, changed.error === "passwordMismatch" ? "confirmPassword" : "currentPassword"] as const);
  return outcome({ intent, refused: refusal(form, error, field) }, 422);
}

async function newEmail({ ctx, visitor, form }: Acting) {
  const intent = "email" as const;
  const change = { newEmail: form.get("newEmail") ?? "", currentPassword: form.get("currentPassword") ?? "" };
  const asked = await logged(ctx, "an address could not be changed", () => requestEmailChange(ctx, visitor, change));
  if (asked?.ok) return goTo("/profile?tab=security", "emailChangeSent");
  if (!asked || asked.error === "sessionMissing" || asked.error === "proof_needed")
    return outcome({ intent, refused: refusal(form, "emailUpdateError") }, 503);
  if (asked.error === "tooManyAttempts") return tooMany(intent, form, asked.retryAfterSeconds);
  const field = asked.error === "currentPasswordWrong" ? "currentPassword" : "newEmail";
  return outcome({ intent, refused: refusal(form, asked.error, field) }, asked.error === "userAlreadyExists" ? 409 : 422);
}

async function leave({ ctx, visitor, form }: Acting) {
  const intent = "delete" as const;
  const choice = { giveUp: form.has("giveUp"), forGood: form.has("forGood") };
  const asked = { word: form.get("word") ?? "", currentPassword: form.get("currentPassword") ?? "", ...choice };
  const deleted = await logged(ctx, "an account could not be deleted", () => deleteAccount(ctx, visitor.id, asked));
  if (deleted?.ok) return goTo("/", "deleteSuccess", endedSessionCookie(ctx));
  switch (deleted?.error) {
    case "tooManyAttempts":
      return tooMany(intent, form, deleted.retryAfterSeconds);
    case "deleteConfirm":
      return outcome({ intent, refused: refusal(form, deleted.error, "word") }, 422);
    case "currentPasswordWrong":
      return outcome({ intent, refused: refusal(form, deleted.error, "currentPassword") }, 422);
    case "administrator":
      return outcome({ intent, refused: refusal(form, "deleteAdmin") }, 409);
    case "address_changed":
      return outcome({ intent, refused: refusal(form, "deleteAddressChanged") }, 409);
    default:
      return outcome({ intent, refused: refusal(form, "deleteError") }, 503);
  }
}

async function goOut({ ctx, request }: Acting) {
  const done = await logged(ctx, "somebody could not be signed out", async () => {
    await signOut(ctx, request.headers);
    return true;
  });
  if (!done) return outcome({ intent: "sign-out", refused: { status: "error", error: { "": ["signOutError"] } } }, 503);
  return redirect("/", { headers: { "Set-Cookie": endedSessionCookie(ctx) } });
}

/** Whatever goes wrong is in the log, and the visitor stays where they are. */
async function logged<T>(ctx: Ctx, what: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    ctx.log[failureLevel(error)]({ err: error }, what);
    return undefined;
  }
}

function goTo(path: string, said: FlashName, ...cookies: readonly string[]): Response {
  const headers = new Headers();
  headers.append("Set-Cookie", flashCookie(said));
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirect(path, { headers });
}

function outcome(told: ProfileOutcome, status: number) {
  return data(told, { status });
}

function tooMany(intent: "password" | "email" | "delete", form: URLSearchParams, retryAfterSeconds: number) {
  const headers = { "Retry-After": String(retryAfterSeconds) };
  const refused = refusal(form, "tooManyAttempts");
  return data<ProfileOutcome>({ intent, refused, minutes: minutes(retryAfterSeconds) }, { status: 429, headers });
}
