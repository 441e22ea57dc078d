/** /confirm-password: re-authenticates, then continues with a page, a submitted form or a file. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { carriedFields, REAUTH_FIELDS } from "#features/access/rules/reauth.ts";
import { findFields } from "#platform/request/body.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { err } from "#shared/result.ts";
import { LinkButton } from "#ui/button.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { replyError } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import { nextPath } from "../../rules/sign-in/next-path.ts";
import { readPasskeyField } from "../../server/second-factor/passkey-answer.ts";
import { requireVisitor } from "../../server/sessions/find-visitor.ts";
import { sessionCookie } from "../../server/sessions/session-cookie.ts";
import { credentialOf, reauthenticate } from "../../server/sign-in/reauthenticate.ts";
import type { Route } from "./+types/confirm-password-page.ts";
import { ReauthForm, type ReauthReply } from "./reauth-form.tsx";
import { SplitScreen } from "./split-screen.tsx";

export const handle = { messages: ["auth"], failures: { send: "auth:confirmError" } } satisfies PageMessages & PageFailures;

/** Largest accepted form: `MOST_CARRIED_CHARACTERS`, with the encoding of each character. */
const MOST_BYTES = 256 * 1024;

/** Where to continue: `next`, and whether it is a file. */
function destinationOf(request: Request) {
  const { searchParams } = new URL(request.url);
  return { next: nextPath(searchParams.get("next")), isFile: searchParams.has("file") };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const destination = destinationOf(request);
  const { email, hasSecondFactor, hasPasskey } = await requireVisitor(
    context,
    request,
    destination.isFile ? folderOf(destination.next) : destination.next,
  );
  return { ...destination, email, back: folderOf(destination.next), takesCode: hasSecondFactor, takesPasskey: hasPasskey };
}

/** The page contains a password field and a carried form. */
export const headers = privateHeaders({ isListed: false });

const schema = z.object({ [REAUTH_FIELDS.password]: typedText });

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const { next, isFile } = destinationOf(request);
  const visitor = await requireVisitor(context, request, next);
  const form = (await findFields(request, MOST_BYTES)) ?? new URLSearchParams();
  const fields = carriedFields(form);
  const answer = readPasskeyField(form.get(REAUTH_FIELDS.passkey) ?? "");
  const credential = answer
    ? ({ kind: "passkey", answer } as const)
    : credentialOf(visitor, form.get(REAUTH_FIELDS.password) ?? "");
  const reauth = await reauthenticate(ctx, visitor, credential).catch((error: unknown) => {
    ctx.log.error({ err: error }, "a password could not be confirmed");
    return err("confirmError");
  });
  if (!reauth.ok) {
    if (reauth.error === "sessionMissing") throw redirect(`/login?next=${encodeURIComponent(next)}`);
    const hideFields = [REAUTH_FIELDS.password];
    const reply = replyError("proof", parseForm(form, schema), reauth, { at: AT, status: { confirmError: 503 }, hideFields });
    return data<ReauthReply>({ ...reply.data, fields }, reply.init ?? {});
  }
  const cookie = { "Set-Cookie": sessionCookie(ctx, reauth.value.sessionToken) };
  // 307: the browser resubmits the form to its page.
  if (fields) return redirect(next, { status: 307, headers: cookie });
  if (!isFile) return redirect(next, { headers: cookie });
  return data<ReauthReply>({ intent: "proof" }, { headers: cookie });
}
const AT = {
  currentPasswordRequired: REAUTH_FIELDS.password,
  currentPasswordWrong: REAUTH_FIELDS.password,
  codeRequired: REAUTH_FIELDS.password,
  codeWrong: REAUTH_FIELDS.password,
};

/** The page that links to a file: "/admin/draw/1" of "/admin/draw/1/participants.csv". */
function folderOf(next: string): string {
  return new URL(".", new URL(next, "https://here.invalid")).pathname.replace(/(.)\/$/, "$1");
}

export default function ConfirmPasswordPage({
  loaderData: { email, next, isFile, back, takesCode, takesPasskey },
  actionData: reply,
}: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const isDone = reply !== undefined && reply.refused === undefined;
  const title = t(isDone ? "proof.doneTitle" : "proof.title");
  return (
    <SplitScreen title={title} lead={t(isDone ? "proof.doneText" : "proof.text")}>
      {isDone ? (
        <>
          <meta httpEquiv="refresh" content={`0;url=${next}`} />
          <LinkButton to={next} reloadDocument full>
            {t("proof.download")}
          </LinkButton>
        </>
      ) : (
        <ReauthForm
          email={email}
          next={next}
          isFile={isFile}
          takesCode={takesCode}
          takesPasskey={takesPasskey}
          fields={reply?.fields}
        />
      )}
      <p>
        <TextLink to={back}>{t("proof.back")}</TextLink>
      </p>
    </SplitScreen>
  );
}
