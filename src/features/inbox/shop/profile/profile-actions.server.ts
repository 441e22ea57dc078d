/** Actions of the player's own /profile, by the names of their buttons. */
import { data, type RouterContextProvider, redirect } from "react-router";
import { z } from "zod";
import { isOfConfirmation } from "#features/accounts/rules/sign-in/passwords.ts";
import { deviceCookie } from "#features/accounts/server/devices/device-cookie.ts";
import { requestEmailChange } from "#features/accounts/server/profile/change-email.ts";
import { isPhone } from "#features/accounts/server/profile/phone.ts";
import { setConsent, updateProfile } from "#features/accounts/server/profile/profile.ts";
import { requireVisitor, type Visitor } from "#features/accounts/server/sessions/find-visitor.ts";
import { endedSessionCookie, sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { signOut } from "#features/accounts/server/sessions/sign-out.ts";
import { changePassword } from "#features/accounts/server/sign-in/change-password.ts";
import { type DetailsReply, readProfile } from "#features/accounts/shop/profile-form.tsx";
import type { EmailReply, PasswordReply } from "#features/accounts/shop/profile-sign-in.tsx";
import { hideName } from "#features/draws/server/winners/hide-name.ts";
import { isIdentityFixed } from "#features/draws/server/winners/keep-identity.ts";
import { deleteAccount } from "#features/orders/server/players/delete-account.ts";
import type { DeleteReply } from "#features/orders/shop/delete-panel.tsx";
import type { Ctx } from "#platform/ctx.server.ts";
import { readFields } from "#platform/request/body.server.ts";
import { type FlashName, flashCookie } from "#platform/request/flash.server.ts";
import { orFailed, orLogged } from "#platform/request/or-failed.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { minutes } from "#shared/money/minutes.ts";
import { ok } from "#shared/result.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { type FormReply, refuse } from "#ui/forms/reply.ts";

/** Reply of an action. */
export type ProfileOutcome =
  | DetailsReply
  | PasswordReply
  | EmailReply
  | DeleteReply
  | FormReply<"choice" | "sign-out">
  | { readonly intent: "none"; readonly error: "bad_request" | "not_found" };

/** The input of an action. */
type ActionInput = { readonly ctx: Ctx; readonly visitor: Visitor; readonly request: Request; readonly form: URLSearchParams };

/** Runs the action named by `intent`. 404 for another player's profile, 400 for an unknown intent. */
export async function actOnProfile(context: Readonly<RouterContextProvider>, request: Request) {
  const ctx = ctxOf(context);
  const visitor = await requireVisitor(context, request);
  const form = await readFields(request);
  if (new URL(request.url).searchParams.has("uid")) return replyWith({ intent: "none", error: "not_found" }, 404);
  const input = { ctx, visitor, request, form };
  switch (form.get("intent")) {
    case "details":
      return changeDetails(input);
    case "choice":
      return saveChoice(input);
    case "password":
      return changeOwnPassword(input);
    case "email":
      return changeOwnEmail(input);
    case "delete":
      return deleteOwnAccount(input);
    case "sign-out":
      return signOutVisitor(input);
    default:
      return replyWith({ intent: "none", error: "bad_request" }, 400);
  }
}

async function changeDetails({ ctx, visitor, form }: ActionInput) {
  const submission = readProfile(form, londonDate(ctx.now()), isPhone);
  if (submission.status !== "success") return replyWith({ intent: "details", refused: submission.reply() }, 422);
  const isFixed = (tx: Parameters<typeof isIdentityFixed>[0]) => isIdentityFixed(tx, visitor.id);
  const saved = await orLogged(ctx, updateProfile(ctx, visitor.id, submission.value, isFixed), "details could not be saved");
  if (saved && !saved.ok && "field" in saved) {
    const [problem, status] =
      saved.error === "identity_fixed" ? (["identityFixed", 409] as const) : (["identityChangedOften", 429] as const);
    return replyWith({ intent: "details", refused: submission.reply({ fieldErrors: { [saved.field]: [problem] } }) }, status);
  }
  if (saved?.ok) return goTo("/profile?tab=details", "profileUpdateSuccess");
  return replyWith({ intent: "details", refused: refuse(submission, "profileUpdateError") }, 503);
}

async function saveChoice({ ctx, visitor, form }: ActionInput) {
  const kind = form.get("kind");
  if (kind !== "marketing" && kind !== "full_name_public" && kind !== "name_hidden")
    return replyWith({ intent: "none", error: "bad_request" }, 400);
  const isChosen = form.has("given");
  const choosing =
    kind === "name_hidden"
      ? hideName(ctx, visitor.id, { isHidden: isChosen, source: "profile" })
      : setConsent(ctx, visitor.id, { kind, given: isChosen, source: "profile" });
  const done = await orFailed(ctx, choosing.then(ok), "a choice could not be saved");
  return done.ok
    ? goTo(`/profile?tab=details${form.has("editing") ? "&edit=1" : ""}`, "choiceSaved")
    : replyWith({ intent: "choice", refused: { status: "error", error: { "": ["choiceError"] } } }, 503);
}

/**
 * Fields of the forms of the security tab. `word`: typed to confirm a deletion, with which `giveUp` also
 * gives up tickets, and `forGood` bars address and phone number from a new account.
 */
const signIn = z.object({
  ...{ currentPassword: typedText, password: typedText, confirmPassword: typedText, newEmail: typedText },
  ...{ word: typedText, giveUp: typedText, forGood: typedText },
});
/** Fields that are never sent back to the browser. */
const hideFields = ["currentPassword", "password", "confirmPassword", "word"];

/**
 * The form with its errors. A missing current password is added: the use-cases check it last. `field` is
 * where `error` is shown.
 */
function refusal(form: URLSearchParams, error: string, field?: string) {
  const missingPassword: Record<string, string[]> = form.get("currentPassword")
    ? {}
    : { currentPassword: ["currentPasswordRequired"] };
  const submission = parseForm(form, signIn);
  if (field === undefined) return submission.reply({ formErrors: [error], fieldErrors: missingPassword, hideFields }) as never;
  return submission.reply({ fieldErrors: { [field]: [error], ...missingPassword }, hideFields }) as never;
}

async function changeOwnPassword({ ctx, visitor, request, form }: ActionInput) {
  const intent = "password" as const;
  const change = {
    currentPassword: form.get("currentPassword") ?? "",
    password: form.get("password") ?? "",
    confirmPassword: form.get("confirmPassword") ?? "",
  };
  const changed = await orLogged(ctx, changePassword(ctx, visitor, change), "a password could not be changed");
  // A new password ends earlier sessions and known devices, except for this browser.
  const device = deviceCookie(ctx, request.headers.get("cookie"), visitor.id);
  if (changed?.ok)
    return goTo("/profile?tab=security", "passwordUpdateSuccess", device, sessionCookie(ctx, changed.value.sessionToken));
  if (!changed || changed.error === "sessionMissing")
    return replyWith({ intent, refused: refusal(form, "passwordUpdateError") }, 503);
  if (changed.error === "tooManyAttempts") return tooMany(intent, form, changed.retryAfterSeconds);
  const [error, field] =
    changed.error === "passwordRequirements"
      ? ([changed.problem, "password"] as const)
      : ([changed.error, isOfConfirmation(changed.error) ? "confirmPassword" : "currentPassword"] as const);
  return replyWith({ intent, refused: refusal(form, error, field) }, 422);
}

async function changeOwnEmail({ ctx, visitor, form }: ActionInput) {
  const intent = "email" as const;
  const change = { newEmail: form.get("newEmail") ?? "", currentPassword: form.get("currentPassword") ?? "" };
  const requested = await orLogged(ctx, requestEmailChange(ctx, visitor, change), "an address could not be changed");
  if (requested?.ok) return goTo("/profile?tab=security", "emailChangeSent");
  if (!requested || requested.error === "sessionMissing" || requested.error === "reauth_needed")
    return replyWith({ intent, refused: refusal(form, "emailUpdateError") }, 503);
  if (requested.error === "tooManyAttempts") return tooMany(intent, form, requested.retryAfterSeconds);
  const field = requested.error.startsWith("currentPassword") ? "currentPassword" : "newEmail";
  return replyWith(
    { intent, refused: refusal(form, requested.error, field) },
    requested.error === "userAlreadyExists" ? 409 : 422,
  );
}

async function deleteOwnAccount({ ctx, visitor, form }: ActionInput) {
  const intent = "delete" as const;
  const choice = { giveUp: form.has("giveUp"), forGood: form.has("forGood") };
  const request = { word: form.get("word") ?? "", currentPassword: form.get("currentPassword") ?? "", ...choice };
  const deleted = await orLogged(ctx, deleteAccount(ctx, visitor.id, request), "an account could not be deleted");
  if (deleted?.ok) return goTo("/", "deleteSuccess", endedSessionCookie(ctx));
  switch (deleted?.error) {
    case "tooManyAttempts":
      return tooMany(intent, form, deleted.retryAfterSeconds);
    case "deleteConfirm":
      return replyWith({ intent, refused: refusal(form, deleted.error, "word") }, 422);
    case "currentPasswordRequired":
    case "currentPasswordWrong":
      return replyWith({ intent, refused: refusal(form, deleted.error, "currentPassword") }, 422);
    case "administrator":
      return replyWith({ intent, refused: refusal(form, "deleteAdmin") }, 409);
    case "address_changed":
      return replyWith({ intent, refused: refusal(form, "deleteAddressChanged") }, 409);
    default:
      return replyWith({ intent, refused: refusal(form, "deleteError") }, 503);
  }
}

async function signOutVisitor({ ctx, request }: ActionInput) {
  const done = await orFailed(ctx, signOut(ctx, request.headers).then(ok), "a session could not be ended");
  if (!done.ok) return replyWith({ intent: "sign-out", refused: { status: "error", error: { "": ["signOutError"] } } }, 503);
  return redirect("/", { headers: { "Set-Cookie": endedSessionCookie(ctx) } });
}

/** Redirects with a message and cookies. */
function goTo(path: string, flash: FlashName, ...cookies: readonly string[]): Response {
  const headers = new Headers();
  headers.append("Set-Cookie", flashCookie(flash));
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirect(path, { headers });
}

function replyWith(outcome: ProfileOutcome, status: number) {
  return data(outcome, { status });
}

/** 429 with the minutes to wait. */
function tooMany(intent: "password" | "email" | "delete", form: URLSearchParams, retryAfterSeconds: number) {
  const headers = { "Retry-After": String(retryAfterSeconds) };
  const refused = refusal(form, "tooManyAttempts");
  return data<ProfileOutcome>({ intent, refused, minutes: minutes(retryAfterSeconds) }, { status: 429, headers });
}
