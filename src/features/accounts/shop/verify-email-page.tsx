/** /verify-email: where the links lead that confirm an address, and where one's own is confirmed or sent another link. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { data, Form, redirect, useNavigation } from "react-router";
import { readFields } from "#platform/request/body.server.ts";
import { orLogged } from "#platform/request/or-failed.server.ts";
import { notKept } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { LimitQuestion } from "#ui/fields/limit-question.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { UsernameField } from "#ui/fields/username-field.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { HELPLINE } from "../rules/help-organisations.ts";
import { withNext } from "../rules/next-path.ts";
import { isAskedAt } from "../rules/safer-play.ts";
import { findPlayerLimits } from "../server/find-player-limits.ts";
import { requireVisitor, visitorOf } from "../server/find-visitor.ts";
import { minutes } from "../server/refusal.ts";
import { claimAccount, confirmAddress, findWaitingAddress, isOwnLink, requestVerification } from "../server/verify-email.ts";
import type { Route } from "./+types/verify-email-page.ts";
import { SplitScreen } from "./split-screen.tsx";

const HERE = "/verify-email";

export const handle = { messages: ["auth", "quiz"], failures: { send: "auth:verifyEmail.error" } } satisfies PageMessages &
  PageFailures;

/** With a link's token: the address that it waits to confirm. Without: how one's own stands, for whoever is signed in. */
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
      asksForLimit: isAskedAt("start", await findPlayerLimits(ctxOf(context), visitor.id), false),
    },
    isExpired: token !== null,
  };
}

/** The address may hold a secret. */
export const headers = notKept({ hidesAddress: true, isListed: false });

/** `done`: confirmed. `resent`: another link is under way. */
type Outcome =
  | { readonly done: string }
  | { readonly resent: string }
  | { readonly error: "linkExpired" | "userAlreadyExists" | "verifyEmail.error" | "passwordRequired" | "currentPasswordWrong" }
  | { readonly error: "tooManyAttempts"; readonly wait: number };

/** Following a link changes nothing, for mail programs follow them, too: pressing the button does. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const form = await readFields(request);
  const token = form.get("token");
  if (token === null) return sendAgain(request, context);
  if (form.get("intent") === "claim") return claim(context, token);
  const presser = { visitor: await visitorOf(context, request), password: form.get("password") ?? undefined };
  const verified = await orLogged(ctx, confirmAddress(ctx, token, presser), "an email address could not be confirmed");
  if (verified === undefined) return data<Outcome>({ error: "verifyEmail.error" }, { status: 503 });
  if (verified.ok) return data<Outcome>({ done: verified.value.email });
  if (verified.error === "tooManyAttempts") return tooMany(verified.retryAfterSeconds);
  return data<Outcome>({ error: verified.error }, { status: STATUS[verified.error] });
}

const STATUS = { linkExpired: 410, userAlreadyExists: 409, passwordRequired: 422, currentPasswordWrong: 422 } as const;

/** Somebody else has opened the account: who reads its mail chooses the password. */
async function claim(context: Route.ActionArgs["context"], token: string) {
  const next = await claimAccount(ctxOf(context), token);
  if (next !== undefined) throw redirect(`/reset-password?token=${next}`);
  return data<Outcome>({ error: "linkExpired" }, { status: 410 });
}

function tooMany(retryAfterSeconds: number) {
  const headers = { "Retry-After": String(retryAfterSeconds) };
  return data<Outcome>({ error: "tooManyAttempts", wait: minutes(retryAfterSeconds) }, { status: 429, headers });
}

async function sendAgain(request: Request, context: Route.ActionArgs["context"]) {
  const visitor = await requireVisitor(context, request, HERE);
  const asked = await requestVerification(ctxOf(context), visitor);
  if (asked.ok) return data<Outcome>({ resent: visitor.email });
  return tooMany(asked.retryAfterSeconds);
}

export default function VerifyEmailPage({
  loaderData: { token, waiting, isMine, own, isExpired },
  actionData: outcome,
}: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const error = outcome && "error" in outcome ? outcome.error : undefined;
  if (outcome && "done" in outcome) return <Confirmed email={outcome.done} asksForLimit={own?.asksForLimit} />;
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
        {error === "verifyEmail.error" && <Note tone="danger" role="alert" title={t(error)} />}
        {outcome && "wait" in outcome && (
          <Note tone="danger" role="alert" title={t("tooManyAttempts", { count: outcome.wait })} />
        )}
        <PressForm token={token} label={t("verifyEmail.submit")} busyLabel={t("verifyEmail.busy")}>
          {!isMine && (
            <>
              <UsernameField email={email} />
              <PasswordField
                label={t("verifyEmail.password")}
                name="password"
                autoComplete="current-password"
                required
                isAnnounced
                error={error === "passwordRequired" || error === "currentPasswordWrong" ? t(error) : undefined}
              />
            </>
          )}
        </PressForm>
        {!isMine && !isNew && <NotMine token={token} />}
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
      {outcome && "resent" in outcome && (
        <Note tone="success" role="status" title={t("verifyEmail.resent", { email: outcome.resent })} />
      )}
      {outcome && "wait" in outcome && <Note tone="danger" role="alert" title={t("tooManyAttempts", { count: outcome.wait })} />}
      {own ? (
        <>
          {!isOver && <p className="break-words">{t("verifyEmail.openText", { email: own.email })}</p>}
          <PressForm token={undefined} label={t("verifyEmail.resend")} busyLabel={t("verifyEmail.resendBusy")} />
        </>
      ) : (
        <LinkButton to={withNext("/login", HERE)} full>
          {t("verifyEmail.login")}
        </LinkButton>
      )}
    </SplitScreen>
  );
}

function Confirmed({ email, asksForLimit }: { email: string; asksForLimit: boolean | undefined }) {
  const { t } = useTranslation("auth");
  return (
    <SplitScreen title={t("verifyEmail.doneTitle")} lead={t("verifyEmail.doneText", { email })}>
      {asksForLimit && <LimitQuestion phone={HELPLINE} moment="start" />}
      <LinkButton to="/prize">{t("verifyEmail.toShop")}</LinkButton>
    </SplitScreen>
  );
}

/** Somebody else may have opened the account with this address. */
function NotMine({ token }: { token: string }) {
  const { t } = useTranslation("auth");
  return (
    <Form method="post" className="grid gap-3">
      <input type="hidden" name="token" value={token} />
      <p className="text-muted">{t("verifyEmail.notMineText")}</p>
      <Button type="submit" name="intent" value="claim" variant="outline" full>
        {t("verifyEmail.notMine")}
      </Button>
    </Form>
  );
}

type PressFormProps = {
  readonly token: string | undefined;
  readonly label: string;
  readonly busyLabel: string;
  readonly children?: ReactNode;
};

function PressForm({ token, label, busyLabel, children }: PressFormProps) {
  return (
    <Form method="post" noValidate className="grid gap-6">
      {children}
      {token !== undefined && <input type="hidden" name="token" value={token} />}
      <Button type="submit" full busy={useNavigation().state !== "idle"} busyLabel={busyLabel}>
        {label}
      </Button>
    </Form>
  );
}
