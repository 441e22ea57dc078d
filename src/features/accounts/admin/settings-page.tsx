/** /admin/settings: an administrator's own address and password. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { readFields } from "#platform/request/body.server.ts";
import { orFailed } from "#platform/request/or-failed.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { minutes } from "#shared/minutes.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { LinkButton } from "#ui/button.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { proofNeeded } from "../server/ask-proof.ts";
import { requestEmailChange } from "../server/change-email.ts";
import { changePassword } from "../server/change-password.ts";
import { deviceCookie } from "../server/device-cookie.ts";
import { requireAdmin } from "../server/find-visitor.ts";
import { sessionCookie } from "../server/session-cookie.ts";
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

type Visitor = Awaited<ReturnType<typeof requireAdmin>>;
type Ctx = ReturnType<typeof ctxOf>;

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireAdmin(context, request);
  const form = await readFields(request);
  if (form.get("intent") === "email") return emailReply(ctx, visitor, { request, form });
  if (form.get("intent") === "password") return passwordReply(ctx, visitor, { request, form });
  throw redirect("/admin/settings");
}

type Sent = { readonly request: Request; readonly form: URLSearchParams };

async function emailReply(ctx: Ctx, visitor: Visitor, { request, form }: Sent) {
  const newEmail = form.get("newEmail") ?? "";
  const asked = await orFailed(ctx, requestEmailChange(ctx, visitor, { newEmail }), "an email change could not be requested");
  const error = asked.ok ? undefined : asked.error;
  if (error === "proof_needed") throw proofNeeded(request, form);
  const reply: EmailReply = {
    intent: "email",
    error,
    newEmail,
    minutes: !asked.ok && "retryAfterSeconds" in asked ? minutes(asked.retryAfterSeconds) : undefined,
  };
  return data(reply, asked.ok ? 200 : 422);
}

async function passwordReply(ctx: Ctx, visitor: Visitor, { request, form }: Sent) {
  const field = (name: string) => form.get(name) ?? "";
  const change = {
    currentPassword: field("currentPassword"),
    password: field("password"),
    confirmPassword: field("confirmPassword"),
  };
  const changed = await orFailed(ctx, changePassword(ctx, visitor, change), "a password could not be changed");
  const reply: PasswordReply = {
    intent: "password",
    error: changed.ok ? undefined : changed.error,
    problem: !changed.ok && "problem" in changed ? changed.problem : undefined,
    lacksCurrent: change.currentPassword === "",
    minutes: !changed.ok && "retryAfterSeconds" in changed ? minutes(changed.retryAfterSeconds) : undefined,
  };
  if (!changed.ok) return data(reply, 422);
  // The browser goes on under a new token. What knew the old password is known no longer; this browser is.
  const headers = new Headers({ "Set-Cookie": sessionCookie(ctx, changed.value.sessionToken) });
  headers.append("Set-Cookie", deviceCookie(ctx, request.headers.get("cookie"), visitor.id));
  return data(reply, { headers });
}

export default function SettingsPage({ loaderData: { email, hasSecondFactor }, actionData: reply }: Route.ComponentProps) {
  const { t } = useTranslation("admin-people");
  return (
    <AdminPage title={t("settings.title")} subtitle={t("settings.subtitle")}>
      <div className="grid max-w-[560px] gap-4">
        <SettingsEmail email={email} reply={reply?.intent === "email" ? reply : undefined} />
        <SettingsPassword email={email} reply={reply?.intent === "password" ? reply : undefined} />
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
