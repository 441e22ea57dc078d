/** /undo-email: where the link leads that brings an account's old address back. Pressing the button does it; then a new password is chosen. */
import { useTranslation } from "react-i18next";
import { data, Form, redirect, useNavigation } from "react-router";
import { readFields } from "#platform/request/body.server.ts";
import { orLogged } from "#platform/request/or-failed.server.ts";
import { notKept } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { TextField } from "#ui/fields/text-field.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { minutes } from "../server/refusal.ts";
import { endedSessionCookie } from "../server/session-cookie.ts";
import { findUndoable, type UndoError, undoEmailChange } from "../server/undo-email-change.ts";
import type { Route } from "./+types/undo-email-page.ts";
import { SplitScreen } from "./split-screen.tsx";

export const handle = { messages: ["auth"], failures: { send: "auth:undoEmail.error" } } satisfies PageMessages & PageFailures;

/** Signed in or not: whoever lost an account cannot sign in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return { token, undoable: await findUndoable(ctxOf(context), token) };
}

/** The address holds a secret. */
export const headers = notKept({ hidesAddress: true, isListed: false });

type Outcome =
  | { readonly error: UndoError | "undoEmail.birthDateWrong" | "undoEmail.error" }
  | { readonly error: "tooManyAttempts"; readonly wait: number };

const STATUS = { linkExpired: 410, userAlreadyExists: 409, "undoEmail.birthDateWrong": 422 } as const;

/** Following a link changes nothing, for mail programs follow them, too. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const form = await readFields(request);
  const undoing = undoEmailChange(ctx, form.get("token") ?? "", form.get("birthDate") ?? "");
  const undone = await orLogged(ctx, undoing, "an email change could not be undone");
  if (undone === undefined) return data<Outcome>({ error: "undoEmail.error" }, { status: 503 });
  if (!undone.ok && undone.error === "tooManyAttempts") {
    const headers = { "Retry-After": String(undone.retryAfterSeconds) };
    return data<Outcome>({ error: undone.error, wait: minutes(undone.retryAfterSeconds) }, { status: 429, headers });
  }
  if (!undone.ok) return data<Outcome>({ error: undone.error }, { status: STATUS[undone.error] });
  return redirect(`/reset-password?token=${encodeURIComponent(undone.value.resetToken)}`, {
    headers: { "Set-Cookie": endedSessionCookie(ctx) },
  });
}

export default function UndoEmailPage({ loaderData: { token, undoable }, actionData }: Route.ComponentProps) {
  const error = actionData?.error;
  const busy = useNavigation().state !== "idle";
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
      {error === "undoEmail.error" && <Note tone="danger" role="alert" title={t(error)} />}
      {actionData && "wait" in actionData && (
        <Note tone="danger" role="alert" title={t("tooManyAttempts", { count: actionData.wait })} />
      )}
      <ul className="grid list-disc gap-2 ps-5 text-muted">
        <li>{t("undoEmail.restores", { email })}</li>
        <li>{t("undoEmail.signsOut")}</li>
        <li>{t("undoEmail.password")}</li>
        <li>{t("undoEmail.factors")}</li>
      </ul>
      <Form method="post" className="grid gap-6">
        <input type="hidden" name="token" value={token} />
        {asksBirthDate && (
          <TextField
            name="birthDate"
            type="date"
            autoComplete="bday"
            label={t("field.birthDate")}
            hint={t("undoEmail.birthDateHint")}
            error={error === "undoEmail.birthDateWrong" ? t(error) : undefined}
            isAnnounced
            required
          />
        )}
        <Button type="submit" full busy={busy} busyLabel={t("undoEmail.busy")}>
          {t("undoEmail.submit")}
        </Button>
      </Form>
    </SplitScreen>
  );
}
