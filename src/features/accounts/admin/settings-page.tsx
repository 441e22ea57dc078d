/** /admin/settings: an administrator's own address and password. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { readFields } from "#platform/request/body.server.ts";
import { orFailed } from "#platform/request/or-failed.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { minutes } from "#shared/money/minutes.ts";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { LinkButton } from "#ui/button.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedTexts } from "#ui/forms/parse-form.ts";
import { refuse } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { deviceCookie } from "../server/devices/device-cookie.ts";
import { requestEmailChange } from "../server/profile/change-email.ts";
import { reauthNeeded } from "../server/sessions/ask-reauth.ts";
import { requireAdmin } from "../server/sessions/find-visitor.ts";
import { sessionCookie } from "../server/sessions/session-cookie.ts";
import { changePassword } from "../server/sign-in/change-password.ts";
import type { Route } from "./+types/settings-page.ts";
import { type EmailReply, type PasswordReply, SettingsEmail, SettingsPassword } from "./settings-forms.tsx";

export const handle = {
  messages: ["admin-people", "auth"],
  failures: { send: { email: "admin-people:settings.emailFailed", password: "admin-people:settings.passwordFailed" } },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { email, hasSecondFactor } = await requireAdmin(context, request);
  return { email, hasSecondFactor };
}

const PASSWORDS = ["currentPassword", "password", "confirmPassword"] as const;
const schema = z.object({
  intent: z.enum(["email", "password"]),
  ...typedTexts(["newEmail", ...PASSWORDS]),
});

/** Requests a change of address, or changes the password. Refusals: 422 with the form's errors. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireAdmin(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/admin/settings");
  const { intent, newEmail, ...change } = submission.value;
  if (intent === "email") {
    const requested = await orFailed(
      ctx,
      requestEmailChange(ctx, visitor, { newEmail }),
      "an email change could not be requested",
    );
    if (requested.ok) return data<EmailReply>({ intent });
    if (requested.error === "reauth_needed") throw reauthNeeded(request, form);
    const isOfForm = ["failed", "sessionMissing", "tooManyAttempts"].includes(requested.error);
    const refused = refuse(submission, requested.error, isOfForm ? {} : { [requested.error]: "newEmail" }, PASSWORDS);
    return data<EmailReply>({ intent, refused, ...waitOf(requested) }, 422);
  }
  const changed = await orFailed(ctx, changePassword(ctx, visitor, change), "a password could not be changed");
  if (!changed.ok) {
    const code = changed.error === "passwordRequirements" ? changed.problem : changed.error;
    const field = {
      passwordRequirements: "password",
      confirmPasswordRequired: "confirmPassword",
      passwordMismatch: "confirmPassword",
      currentPasswordRequired: "currentPassword",
      currentPasswordWrong: "currentPassword",
    };
    const at = field[changed.error as keyof typeof field];
    // A missing current password is reported besides the other error.
    const lacks = change.currentPassword === "" && { currentPassword: ["currentPasswordRequired"] };
    const errors = at ? { fieldErrors: { [at]: [code], ...lacks } } : { formErrors: [code], fieldErrors: { ...lacks } };
    const refused = submission.reply({ ...errors, hideFields: [...PASSWORDS] }) as PasswordReply["refused"];
    return data<PasswordReply>({ intent, refused, ...waitOf(changed) }, 422);
  }
  // The session has a new token. The change forgets all known browsers except this one.
  const headers = new Headers({ "Set-Cookie": sessionCookie(ctx, changed.value.sessionToken) });
  headers.append("Set-Cookie", deviceCookie(ctx, request.headers.get("cookie"), visitor.id));
  return data<PasswordReply>({ intent }, { headers });
}

/** The minutes to wait, if the refusal names them. */
function waitOf(refused: object) {
  return "retryAfterSeconds" in refused ? { minutes: minutes(Number(refused.retryAfterSeconds)) } : {};
}

export default function SettingsPage({ loaderData: { email, hasSecondFactor } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-people");
  return (
    <AdminPage title={t("settings.title")} subtitle={t("settings.subtitle")}>
      <div className="grid max-w-[560px] gap-4">
        <SettingsEmail email={email} />
        <SettingsPassword email={email} />
        <SettingsSecondFactor isOn={hasSecondFactor} />
      </div>
    </AdminPage>
  );
}

function SettingsSecondFactor({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation("auth");
  return (
    <AdminCard title={t("factor.title")} note={t(isOn ? "factor.isOn" : "factor.isOff")}>
      <div className="grid gap-5">
        <p className="text-muted">{t(isOn ? "factor.onLead" : "factor.lead")}</p>
        <LinkButton to="/second-factor?next=%2Fadmin%2Fsettings" variant="outline" className="justify-self-start">
          {t(isOn ? "factor.manage" : "factor.begin")}
        </LinkButton>
        <p className="text-muted">{t("passkey.panel")}</p>
        <LinkButton to="/passkeys" variant="outline" className="justify-self-start">
          {t("passkey.manage")}
        </LinkButton>
      </div>
    </AdminCard>
  );
}
