/** /login/code: the code besides the password, for whoever has a second factor. */
import { useTranslation } from "react-i18next";
import { data, Form, redirect, replace, useNavigation } from "react-router";
import { readFields } from "#platform/request/body.server.ts";
import { flashCookie } from "#platform/request/flash.server.ts";
import { notKept } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text-link.tsx";
import { CODE_PAGE, nextPath, withNext } from "../rules/next-path.ts";
import { trustedCookie } from "../server/device-cookie.ts";
import { deviceOf } from "../server/find-visitor.ts";
import { minutes } from "../server/refusal.ts";
import { endedTicketCookie, ticketOf } from "../server/session-cookie.ts";
import { listSecondSteps, readTicket, signInWithCode } from "../server/sign-in-code.ts";
import { welcome } from "../server/sign-out.ts";
import type { Route } from "./+types/login-code-page.ts";
import { CodeInput } from "./code-input.tsx";
import { PasskeySignIn } from "./passkey-button.tsx";
import { SplitScreen } from "./split-screen.tsx";

export const handle = { messages: ["auth"] } satisfies PageMessages;

const nextOf = (request: Request) => nextPath(new URL(request.url).searchParams.get("next"));

/** Whoever has not given the password just now begins there. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const next = nextOf(request);
  const isRecovery = new URL(request.url).searchParams.has("recovery");
  const account = await readTicket(ctx, ticketOf(ctx, request.headers.get("cookie")), deviceOf(context, request));
  if (!account) throw redirect(withNext("/login", next));
  return { next, isRecovery, ...(await listSecondSteps(ctx, account.userId)) };
}

export const headers = notKept({ isListed: false });

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const next = nextOf(request);
  const form = await readFields(request);
  const cookies = request.headers.get("cookie");
  const device = deviceOf(context, request);
  const given = { ticket: ticketOf(ctx, cookies), code: form.get("code") ?? "" };
  const signedIn = await signInWithCode(ctx, given, device);
  if (!signedIn.ok) {
    if (signedIn.error === "ticketOver") return redirect(withNext("/login", next));
    const isLimited = signedIn.error === "tooManyAttempts";
    const wait = isLimited ? signedIn.retryAfterSeconds : 0;
    const init = isLimited ? { status: 429, headers: { "Retry-After": String(wait) } } : { status: 401 };
    return data({ error: signedIn.error, minutes: minutes(wait) }, init);
  }
  const headers = await welcome(ctx, request, signedIn.value);
  headers.append("Set-Cookie", flashCookie("welcomeBack"));
  headers.append("Set-Cookie", endedTicketCookie(ctx));
  if (form.has("remember")) headers.append("Set-Cookie", trustedCookie(ctx, device, signedIn.value.userId));
  return replace(next, { headers });
}

export default function LoginCodePage({
  loaderData: { next, isRecovery, takesCode, takesPasskey },
  actionData: refused,
}: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const busy = useNavigation().state !== "idle";
  const here = withNext(CODE_PAGE, next);
  const title = t("code.title");
  return (
    <SplitScreen title={title} lead={t(takesCode ? (isRecovery ? "code.recoveryLead" : "code.lead") : "passkey.codeLead")}>
      {takesPasskey && <PasskeySignIn next={next} />}
      {takesCode && (
        <Form method="post" noValidate className="grid gap-6">
          {refused?.error === "tooManyAttempts" && (
            <Note tone="danger" role="alert" title={t("tooManyAttempts", { count: refused.minutes })} />
          )}
          <CodeInput
            label={t(isRecovery ? "code.recovery" : "code.code")}
            isRecovery={isRecovery}
            hint={isRecovery ? t("code.recoveryHint") : t("code.hint")}
            error={refused?.error === "codeWrong" ? t("codeWrong") : undefined}
          />
          <Checkbox name="remember" label={t("code.remember")} description={t("code.rememberHint")} />
          <Button type="submit" full busy={busy} busyLabel={t("login.busy")}>
            {t("login.submit")}
          </Button>
        </Form>
      )}
      <div className="grid justify-items-start gap-1">
        {takesCode && (
          <TextLink to={isRecovery ? here : `${here}${here.includes("?") ? "&" : "?"}recovery`} replace>
            {t(isRecovery ? "code.useApp" : "code.useRecovery")}
          </TextLink>
        )}
        <TextLink to={withNext("/login", next)}>{t("code.restart")}</TextLink>
        <p className="type-small mt-3 text-muted">{t("code.lost")}</p>
      </div>
    </SplitScreen>
  );
}
