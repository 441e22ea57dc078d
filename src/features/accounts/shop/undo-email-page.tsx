/** /undo-email: restores an account's old address by a button, then asks for a new password. */
import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { z } from "zod";
import { readFields } from "#platform/request/body.server.ts";
import { orFailed } from "#platform/request/or-failed.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { LinkButton } from "#ui/button.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { TextField } from "#ui/fields/text-field.tsx";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { errorOf, replyTo } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { findUndoable, undoEmailChange } from "../server/profile/undo-email-change.ts";
import { endedSessionCookie } from "../server/sessions/session-cookie.ts";
import type { Route } from "./+types/undo-email-page.ts";
import { AccountForm } from "./account-form.tsx";
import { SplitScreen } from "./sign-in/split-screen.tsx";

export const handle = { messages: ["auth"], failures: { send: "auth:undoEmail.error" } } satisfies PageMessages & PageFailures;

/** For signed-out visitors, too: the thief may have changed the password. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return { token, undoable: await findUndoable(ctxOf(context), token) };
}

/** The address contains a secret. */
export const headers = privateHeaders({ hidesAddress: true, isListed: false });

const schema = z.object({ intent: z.literal("undo"), token: typedText, birthDate: typedText });

const AT = { "undoEmail.birthDateWrong": "birthDate" };
const STATUS = { linkExpired: 410, userAlreadyExists: 409, failed: 503 };

/** Only the form changes anything, because mail programs follow links. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const submission = parseForm(await readFields(request), schema);
  if (submission.status !== "success") throw redirect("/undo-email");
  const { token, birthDate } = submission.value;
  const undone = await orFailed(ctx, undoEmailChange(ctx, token, birthDate), "an email change could not be undone");
  if (!undone.ok) return replyTo(submission, undone, { at: AT, status: STATUS });
  return redirect(`/reset-password?token=${encodeURIComponent(undone.value.resetToken)}`, {
    headers: { "Set-Cookie": endedSessionCookie(ctx) },
  });
}

export default function UndoEmailPage({ loaderData: { token, undoable }, actionData: reply }: Route.ComponentProps) {
  const error = errorOf(reply);
  const { t } = useTranslation("auth");
  if (undoable === undefined || error === "linkExpired" || error === "userAlreadyExists") {
    const isTaken = error === "userAlreadyExists";
    return (
      <SplitScreen
        title={t(isTaken ? "undoEmail.takenTitle" : "undoEmail.expiredTitle")}
        lead={t(isTaken ? "undoEmail.takenText" : "undoEmail.expiredText")}
      >
        <LinkButton to="/contact" full>
          {t("undoEmail.contact")}
        </LinkButton>
      </SplitScreen>
    );
  }
  const { email, asksBirthDate } = undoable;
  return (
    <SplitScreen title={t("undoEmail.title")} lead={t("undoEmail.lead", { email })}>
      <ul className="grid list-disc gap-2 ps-5 text-muted">
        <li>{t("undoEmail.restores", { email })}</li>
        <li>{t("undoEmail.signsOut")}</li>
        <li>{t("undoEmail.password")}</li>
        <li>{t("undoEmail.factors")}</li>
      </ul>
      <AccountForm
        intent="undo"
        noValidate={false}
        fields={{ token }}
        failed="undoEmail.error"
        label={t("undoEmail.submit")}
        busyLabel={t("undoEmail.busy")}
      >
        {(form) =>
          asksBirthDate && (
            <TextField
              {...form.field("birthDate")}
              type="date"
              autoComplete="bday"
              label={t("field.birthDate")}
              hint={t("undoEmail.birthDateHint")}
              isAnnounced
              required
            />
          )
        }
      </AccountForm>
    </SplitScreen>
  );
}
