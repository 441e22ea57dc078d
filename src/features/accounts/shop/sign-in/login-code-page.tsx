/** /login/code: the second factor after the password. */
import { useTranslation } from "react-i18next";
import { redirect, replace } from "react-router";
import { z } from "zod";
import { readFields } from "#platform/request/body.server.ts";
import { flashCookie } from "#platform/request/flash.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { replyTo } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import { CODE_PAGE, nextPath, withNext } from "../../rules/sign-in/next-path.ts";
import { trustedCookie } from "../../server/devices/device-cookie.ts";
import { deviceOf } from "../../server/sessions/find-visitor.ts";
import { endedTicketCookie, ticketOf } from "../../server/sessions/session-cookie.ts";
import { welcome } from "../../server/sessions/sign-out.ts";
import { listSecondSteps, readTicket, signInWithCode } from "../../server/sign-in/sign-in-code.ts";
import { AccountForm } from "../account-form.tsx";
import { PasskeySignIn } from "../passkeys/passkey-button.tsx";
import type { Route } from "./+types/login-code-page.ts";
import { CodeInput } from "./code-input.tsx";
import { SplitScreen } from "./split-screen.tsx";

export const handle = { messages: ["auth"] } satisfies PageMessages;

const nextOf = (request: Request) => nextPath(new URL(request.url).searchParams.get("next"));

/** Redirects visitors without a valid ticket to the sign-in page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const next = nextOf(request);
  const isRecovery = new URL(request.url).searchParams.has("recovery");
  const account = await readTicket(ctx, ticketOf(ctx, request.headers.get("cookie")), deviceOf(context, request));
  if (!account) throw redirect(withNext("/login", next));
  return { next, isRecovery, ...(await listSecondSteps(ctx, account.userId)) };
}

export const headers = privateHeaders({ isListed: false });

const schema = z.object({ intent: z.literal("code"), code: typedText, remember: z.boolean().default(false) });

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const next = nextOf(request);
  const submission = parseForm(await readFields(request), schema);
  if (submission.status !== "success") throw redirect(withNext(CODE_PAGE, next));
  const { code, remember } = submission.value;
  const cookies = request.headers.get("cookie");
  const device = deviceOf(context, request);
  const signedIn = await signInWithCode(ctx, { ticket: ticketOf(ctx, cookies), code }, device);
  if (!signedIn.ok && signedIn.error === "ticketOver") return redirect(withNext("/login", next));
  if (!signedIn.ok)
    return replyTo(submission, signedIn, {
      at: { codeRequired: "code", codeWrong: "code" },
      status: { codeWrong: 401 },
      hideFields: ["code"],
    });
  const headers = await welcome(ctx, request, signedIn.value);
  headers.append("Set-Cookie", flashCookie("welcomeBack"));
  headers.append("Set-Cookie", endedTicketCookie(ctx));
  if (remember) headers.append("Set-Cookie", trustedCookie(ctx, device, signedIn.value.userId));
  return replace(next, { headers });
}

export default function LoginCodePage({ loaderData: { next, isRecovery, takesCode, takesPasskey } }: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const here = withNext(CODE_PAGE, next);
  const title = t("code.title");
  return (
    <SplitScreen title={title} lead={t(takesCode ? (isRecovery ? "code.recoveryLead" : "code.lead") : "passkey.codeLead")}>
      {takesPasskey && <PasskeySignIn next={next} />}
      {takesCode && (
        <AccountForm intent="code" label={t("login.submit")} busyLabel={t("login.busy")}>
          {(form) => (
            <>
              <CodeInput
                label={t(isRecovery ? "code.recovery" : "code.code")}
                isRecovery={isRecovery}
                hint={t(isRecovery ? "code.recoveryHint" : "code.hint")}
                error={form.field("code").error}
              />
              <Checkbox {...form.box("remember")} label={t("code.remember")} description={t("code.rememberHint")} />
            </>
          )}
        </AccountForm>
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
