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
import type { PageMessages } from "#ui/i18n/messages.ts";
import { endedSessionCookie } from "../server/session-cookie.ts";
import { findUndoableAddress, type UndoError, undoEmailChange } from "../server/undo-email-change.ts";
import type { Route } from "./+types/undo-email-page.ts";
import { SplitScreen } from "./split-screen.tsx";

export const handle = { messages: ["auth"], failures: { send: "auth:undoEmail.error" } } satisfies PageMessages & PageFailures;

/** Signed in or not: whoever lost an account cannot sign in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const email = await findUndoableAddress(ctxOf(context), token);
  return { token, email };
}

/** The address holds a secret. */
export const headers = notKept({ hidesAddress: true, isListed: false });

type Outcome = { readonly error: UndoError | "undoEmail.error" };

/** Following a link changes nothing, for mail programs follow them, too. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const token = (await readFields(request)).get("token") ?? "";
  const undone = await orLogged(ctx, undoEmailChange(ctx, token), "an email change could not be undone");
  if (undone === undefined) return data<Outcome>({ error: "undoEmail.error" }, { status: 503 });
  if (!undone.ok) return data<Outcome>({ error: undone.error }, { status: undone.error === "linkExpired" ? 410 : 409 });
  return redirect(`/reset-password?token=${encodeURIComponent(undone.value.resetToken)}`, {
    headers: { "Set-Cookie": endedSessionCookie(ctx) },
  });
}

export default function UndoEmailPage({ loaderData: { token, email }, actionData }: Route.ComponentProps) {
  const error = actionData?.error;
  const busy = useNavigation().state !== "idle";
  const { t } = useTranslation("auth");
  if (email === undefined || error === "linkExpired" || error === "userAlreadyExists") {
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
  return (
    <SplitScreen title={t("undoEmail.title")} lead={t("undoEmail.lead", { email })}>
      {error === "undoEmail.error" && <Note tone="danger" role="alert" title={t(error)} />}
      <ul className="grid list-disc gap-2 ps-5 text-muted">
        <li>{t("undoEmail.restores", { email })}</li>
        <li>{t("undoEmail.signsOut")}</li>
        <li>{t("undoEmail.password")}</li>
      </ul>
      <Form method="post" className="grid">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" full busy={busy} busyLabel={t("undoEmail.busy")}>
          {t("undoEmail.submit")}
        </Button>
      </Form>
    </SplitScreen>
  );
}
