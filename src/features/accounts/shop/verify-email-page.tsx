/** /verify-email: confirms an address by a link, or sends another link. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { readFields } from "#platform/request/body.server.ts";
import { orFailed } from "#platform/request/or-failed.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { err } from "#shared/result.ts";
import { LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { LimitQuestion } from "#ui/fields/limit-question.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { UsernameField } from "#ui/fields/username-field.tsx";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { errorOf, replyTo } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { HELPLINE } from "../rules/person/help-organisations.ts";
import { isLimitPromptDue } from "../rules/person/safer-play.ts";
import { withNext } from "../rules/sign-in/next-path.ts";
import { findPlayerLimits } from "../server/person/find-player-limits.ts";
import {
  claimAccount,
  confirmAddress,
  findWaitingAddress,
  isOwnLink,
  requestVerification,
} from "../server/profile/verify-email.ts";
import { requireVisitor, visitorOf } from "../server/sessions/find-visitor.ts";
import type { Route } from "./+types/verify-email-page.ts";
import { AccountForm } from "./account-form.tsx";
import { SplitScreen } from "./sign-in/split-screen.tsx";

const HERE = "/verify-email";

export const handle = { messages: ["auth", "quiz"], failures: { send: "auth:verifyEmail.error" } } satisfies PageMessages &
  PageFailures;

/** With a token: the address to confirm. Without: the state of the signed-in user's own address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token");
  const waiting = token === null ? undefined : await findWaitingAddress(ctxOf(context), token);
  const visitor = token === null ? await requireVisitor(context, request, HERE) : await visitorOf(context, request);
  if (token !== null && waiting)
    return { token, waiting, isMine: await isOwnLink(ctxOf(context), token, visitor), own: undefined };
  return {
    token: undefined,
    waiting: undefined,
    isMine: false,
    own: visitor && {
      email: visitor.email,
      isVerified: visitor.emailVerified,
      asksForLimit: isLimitPromptDue("start", await findPlayerLimits(ctxOf(context), visitor.id), false),
    },
    isExpired: token !== null,
  };
}

/** The address may contain a secret. */
export const headers = privateHeaders({ hidesAddress: true, isListed: false });

const schema = z.object({ intent: z.enum(["confirm", "claim", "resend"]), token: typedText, password: typedText });

/** Only the form changes anything, because mail programs follow links. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const submission = parseForm(await readFields(request), schema);
  if (submission.status !== "success") throw redirect(HERE);
  const { intent, token, password } = submission.value;
  if (intent === "claim") {
    // Another person has opened the account: the reader of its mail chooses the password.
    const next = await claimAccount(ctx, token);
    if (next !== undefined) throw redirect(`/reset-password?token=${next}`);
    return replyTo(submission, err("linkExpired"), { status: STATUS });
  }
  const visitor = intent === "resend" ? await requireVisitor(context, request, HERE) : await visitorOf(context, request);
  if (intent === "resend" && visitor) {
    const requested = await requestVerification(ctx, visitor);
    return requested.ok ? data({ intent, email: visitor.email }) : replyTo(submission, requested);
  }
  const confirming = confirmAddress(ctx, token, { visitor, password });
  const verified = await orFailed(ctx, confirming, "an email address could not be confirmed");
  if (verified.ok) return data({ intent, email: verified.value.email });
  const at = { passwordRequired: "password", currentPasswordWrong: "password" };
  return replyTo(submission, verified, { at, status: STATUS, hideFields: ["password"] });
}

const STATUS = { linkExpired: 410, userAlreadyExists: 409, failed: 503 };

export default function VerifyEmailPage({
  loaderData: { token, waiting, isMine, own, isExpired },
  actionData: reply,
}: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const error = reply && "refused" in reply ? errorOf(reply) : undefined;
  const done = reply && "email" in reply ? reply : undefined;
  if (done?.intent === "confirm") return <Confirmed email={done.email} asksForLimit={own?.asksForLimit} />;
  if (error === "userAlreadyExists") {
    return (
      <SplitScreen title={t("verifyEmail.takenTitle")} lead={t("verifyEmail.takenText")}>
        <LinkButton to="/prize">{t("verifyEmail.toShop")}</LinkButton>
      </SplitScreen>
    );
  }
  if (waiting && error !== "linkExpired") {
    const { email, isNew } = waiting;
    return (
      <SplitScreen
        title={t("verifyEmail.title")}
        lead={isNew ? t("verifyEmail.changeLead", { email }) : t("verifyEmail.lead", { email })}
      >
        <AccountForm
          intent="confirm"
          fields={{ token }}
          failed="verifyEmail.error"
          label={t("verifyEmail.submit")}
          busyLabel={t("verifyEmail.busy")}
        >
          {(form) =>
            !isMine && (
              <>
                <UsernameField email={email} />
                <PasswordField
                  label={t("verifyEmail.password")}
                  name="password"
                  autoComplete="current-password"
                  required
                  isAnnounced
                  error={form.field("password").error}
                />
              </>
            )
          }
        </AccountForm>
        {!isMine && !isNew && (
          <AccountForm
            intent="claim"
            failed="verifyEmail.error"
            fields={{ token }}
            label={t("verifyEmail.notMine")}
            variant="outline"
          >
            {() => <p className="text-muted">{t("verifyEmail.notMineText")}</p>}
          </AccountForm>
        )}
      </SplitScreen>
    );
  }
  if (own?.isVerified) return <Confirmed email={own.email} asksForLimit={own.asksForLimit} />;
  const isOver = isExpired || error === "linkExpired";
  return (
    <SplitScreen
      title={isOver ? t("verifyEmail.expiredTitle") : t("verifyEmail.openTitle")}
      lead={isOver ? t("verifyEmail.expiredText") : t("verifyEmail.openLead")}
    >
      {done && <Note tone="success" role="status" title={t("verifyEmail.resent", { email: done.email })} />}
      {own ? (
        <AccountForm
          intent="resend"
          failed="verifyEmail.error"
          label={t("verifyEmail.resend")}
          busyLabel={t("verifyEmail.resendBusy")}
        >
          {() => !isOver && <p className="break-words">{t("verifyEmail.openText", { email: own.email })}</p>}
        </AccountForm>
      ) : (
        <LinkButton to={withNext("/login", HERE)} full>
          {t("verifyEmail.login")}
        </LinkButton>
      )}
    </SplitScreen>
  );
}

/** The address is confirmed. `asksForLimit`: offers a spending limit before the first purchase. */
function Confirmed({ email, asksForLimit }: { email: string; asksForLimit: boolean | undefined }) {
  const { t } = useTranslation("auth");
  return (
    <SplitScreen title={t("verifyEmail.doneTitle")} lead={t("verifyEmail.doneText", { email })}>
      {asksForLimit && <LimitQuestion phone={HELPLINE} moment="start" />}
      <LinkButton to="/prize">{t("verifyEmail.toShop")}</LinkButton>
    </SplitScreen>
  );
}
