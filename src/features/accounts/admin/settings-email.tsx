/** Change Email: asks for a link to the new address. What happened is said in a toast, and in the card for those who have no scripts. */
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { AdminCard } from "#ui/admin-page.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useSaid } from "./use-said.ts";

export type EmailReply = {
  readonly intent: "email";
  /** Undefined: the link is on its way. */
  readonly error:
    | "emailRequired"
    | "emailInvalid"
    | "emailUnchanged"
    | "userAlreadyExists"
    | "currentPasswordWrong"
    | "tooManyAttempts"
    | "sessionMissing"
    | "failed"
    | undefined;
  /** As typed. */
  readonly newEmail: string;
  readonly minutes: number | undefined;
};

export function SettingsEmail({ email, reply }: { email: string; reply: EmailReply | undefined }) {
  const { t } = useTranslation(["admin-people", "admin", "auth"]);
  const said = useSentence(reply);
  useSaid(reply, said);
  return (
    <AdminCard title={t("settings.changeEmail")} note={t("settings.current", { email })}>
      {/* A request that was sent leaves an empty form behind. */}
      <Form
        key={reply?.error === undefined ? "sent" : "asking"}
        method="post"
        data-needs-proof=""
        noValidate
        preventScrollReset
        className="grid gap-5"
      >
        {reply && reply.error === undefined && <Note tone="success" title={said} />}
        <TextField
          label={t("settings.newEmail")}
          name="newEmail"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          defaultValue={reply?.error === undefined ? "" : reply.newEmail}
          error={reply?.error === undefined ? undefined : said}
        />
        <IntentButton intent="email" className="justify-self-start" busyLabel={t("admin:kit.saving")}>
          {t("settings.sendLink")}
        </IntentButton>
      </Form>
    </AdminCard>
  );
}

function useSentence(reply: EmailReply | undefined): string | undefined {
  const { t } = useTranslation(["admin-people", "auth"]);
  if (!reply) return undefined;
  switch (reply.error) {
    case undefined:
      return t("settings.emailSent");
    case "emailRequired":
      return t("settings.emailMissing");
    case "tooManyAttempts":
      return t("auth:tooManyAttempts", { count: reply.minutes ?? 1 });
    case "emailInvalid":
    case "emailUnchanged":
    case "userAlreadyExists":
      return t(`auth:${reply.error}`);
    default:
      return t("settings.emailFailed");
  }
}
