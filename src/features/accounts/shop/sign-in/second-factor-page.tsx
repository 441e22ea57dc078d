/** /second-factor: turns the second factor on and off, for players and staff. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { readFields } from "#platform/request/body.server.ts";
import { flashCookie } from "#platform/request/flash.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { replyError } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { CopyButton } from "#ui/text/copy-button.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import { nextPath, withNext } from "../../rules/sign-in/next-path.ts";
import type { SetUp } from "../../rules/sign-in/second-factor.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  forgetBrowsers,
  qrCode,
  renewRecoveryCodes,
  showSecondFactor,
  turnOffSecondFactor,
} from "../../server/second-factor/set-second-factor.ts";
import { requireVisitor } from "../../server/sessions/find-visitor.ts";
import { sessionCookie } from "../../server/sessions/session-cookie.ts";
import type { Route } from "./+types/second-factor-page.ts";
import { Begin, type FactorReply, ScanAndConfirm, SecondFactorOn } from "./second-factor-forms.tsx";
import { SplitScreen } from "./split-screen.tsx";

export const handle = {
  messages: ["auth"],
  failures: { load: "auth:factor.loadFailed", send: "auth:factor.failed" },
} satisfies PageMessages & PageFailures;

const nextOf = (request: Request) => nextPath(new URL(request.url).searchParams.get("next"));

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireVisitor(context, request);
  return {
    next: nextOf(request),
    email: visitor.email,
    factor: await showSecondFactor(ctx, visitor.id),
    isNeeded: visitor.isStaff && ctx.env.staffNeedSecondFactor,
    isStaff: visitor.isStaff,
  };
}

/** The page shows secrets once. */
export const headers = privateHeaders({ hidesAddress: true, isListed: false });

/** A set-up with its QR code. */
const withQrCode = ({ sealed, address, typed }: SetUp) => ({ sealed, address, typed, qr: qrCode(address) });

const schema = z.object({
  intent: z.enum(["begin", "confirm", "codes", "off", "forget"]),
  ...{ password: typedText, sealed: typedText, code: typedText },
});
const AT = { currentPasswordRequired: "password", currentPasswordWrong: "password", codeRequired: "code", codeWrong: "code" };

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireVisitor(context, request);
  const submission = parseForm(await readFields(request), schema);
  if (submission.status !== "success") throw redirect("/second-factor");
  const { intent, password, sealed, code } = submission.value;
  const shown = (reply: Omit<FactorReply, "intent">, init?: ResponseInit) => data<FactorReply>({ intent, ...reply }, init);
  const refuse = (failed: { error: string; retryAfterSeconds?: number }, again?: SetUp) => {
    const { error } = failed;
    // The set-up starts again.
    const form = error === "setUpExpired" ? "begin" : intent;
    const textKeys: Readonly<Record<string, string>> = { setUpExpired: "factor.expired", factorNeeded: "factor.neededOn" };
    const code = textKeys[error] ?? error;
    const refused = replyError(form, submission, { ...failed, error: code }, { at: AT, hideFields: ["password", "code"] });
    return shown({ ...refused.data, setUp: again && withQrCode(again) }, refused.init ?? {});
  };
  switch (intent) {
    case "begin": {
      const begun = await beginSecondFactor(ctx, visitor, password);
      return begun.ok ? shown({ setUp: withQrCode(begun.value) }) : refuse(begun);
    }
    case "confirm": {
      const confirmed = await confirmSecondFactor(ctx, visitor, { sealed, code });
      if (!confirmed.ok && confirmed.error === "sessionMissing")
        throw redirect(withNext("/login", withNext("/second-factor", nextOf(request))));
      if (!confirmed.ok) return refuse(confirmed, "again" in confirmed ? confirmed.again : undefined);
      const headers = { "Set-Cookie": sessionCookie(ctx, confirmed.value.sessionToken) };
      return shown({ codes: confirmed.value.codes }, { headers });
    }
    case "codes": {
      const renewed = await renewRecoveryCodes(ctx, visitor, code);
      return renewed.ok ? shown({ codes: renewed.value.codes }) : refuse(renewed);
    }
    case "off": {
      const off = await turnOffSecondFactor(ctx, visitor, code);
      return off.ok ? redirect("/second-factor", { headers: { "Set-Cookie": flashCookie("factorOff") } }) : refuse(off);
    }
    case "forget":
      await forgetBrowsers(ctx, visitor);
      return redirect("/second-factor", { headers: { "Set-Cookie": flashCookie("browsersForgotten") } });
  }
}

export default function SecondFactorPage({
  loaderData: { next, email, factor, isNeeded, isStaff },
  actionData: reply,
}: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const codes = reply?.codes;
  const setUp = factor ? undefined : reply?.setUp;
  const back = next !== "/" ? next : isStaff ? "/admin/settings" : "/profile?tab=security";
  const title = t(codes ? "factor.codesTitle" : "factor.title");
  const lead = codes ? "factor.codesLead" : factor ? "factor.onLead" : setUp ? "factor.scanLead" : "factor.lead";
  return (
    <SplitScreen title={title} lead={t(lead)}>
      <meta name="robots" content="noindex" />
      {isNeeded && !factor && !codes && <Note tone="info" title={t("factor.needed")} />}
      {codes ? (
        <RecoveryCodes codes={codes} next={next === "/" ? back : next} />
      ) : factor ? (
        <SecondFactorOn factor={factor} isNeeded={isNeeded} />
      ) : setUp ? (
        <ScanAndConfirm setUp={setUp} />
      ) : (
        <Begin email={email} />
      )}
      {!codes && !(isNeeded && !factor) && (
        <p>
          <TextLink to={back}>{t("factor.back")}</TextLink>
        </p>
      )}
    </SplitScreen>
  );
}

/** Shows the ten recovery codes once. */
function RecoveryCodes({ codes, next }: { codes: readonly string[]; next: string }) {
  const { t } = useTranslation("auth");
  // The codes replace a form further down the page.
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
  }, []);
  return (
    <div className="grid gap-6">
      <Note tone="warn" role="status" title={t("factor.codesOnce")}>
        {t("factor.codesUse")}
      </Note>
      <div className="panel flex items-start justify-between gap-4 p-5">
        <ul aria-label={t("factor.codesTitle")} className="type-mono grid flex-1 gap-x-8 gap-y-2 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join("\n")} label={t("factor.copyCodes")} />
      </div>
      <LinkButton to={next} full>
        {t("factor.kept")}
      </LinkButton>
    </div>
  );
}
