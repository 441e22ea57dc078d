/** /second-factor: turning the code beside the password on and off, for players and staff. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { readFields } from "#platform/request/body.server.ts";
import { flashCookie } from "#platform/request/flash.server.ts";
import { notKept } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text-link.tsx";
import { nextPath, withNext } from "../rules/next-path.ts";
import type { SetUp } from "../rules/second-factor.ts";
import { requireVisitor } from "../server/find-visitor.ts";
import { minutes } from "../server/refusal.ts";
import { sessionCookie } from "../server/session-cookie.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  forgetBrowsers,
  qrCode,
  renewRecoveryCodes,
  showSecondFactor,
  turnOffSecondFactor,
} from "../server/set-second-factor.ts";
import type { Route } from "./+types/second-factor-page.ts";
import type { FactorOutcome } from "./second-factor-forms.tsx";
import { Begin, ScanAndConfirm, SecondFactorOn } from "./second-factor-forms.tsx";
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

/** What is shown here once must be kept by nobody on the way. */
export const headers = notKept({ hidesAddress: true, isListed: false });

const draw = ({ sealed, address, typed }: SetUp) => ({ sealed, address, typed, qr: qrCode(address) });

type Refused = { readonly error: FactorOutcome["error"] & string; readonly retryAfterSeconds?: number };

function refuse(intent: FactorOutcome["intent"], { error, retryAfterSeconds = 0 }: Refused, again?: SetUp) {
  const headers = retryAfterSeconds > 0 ? { "Retry-After": String(retryAfterSeconds) } : undefined;
  const outcome: FactorOutcome = { intent, error, minutes: minutes(retryAfterSeconds), setUp: again && draw(again) };
  return data(outcome, { status: retryAfterSeconds > 0 ? 429 : 422, ...(headers && { headers }) });
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireVisitor(context, request);
  const form = await readFields(request);
  const field = (name: string) => form.get(name) ?? "";
  const gone = () => redirect(withNext("/login", withNext("/second-factor", nextOf(request))));
  switch (form.get("intent")) {
    case "begin": {
      const begun = await beginSecondFactor(ctx, visitor, field("password"));
      if (!begun.ok) return refuse("begin", begun);
      return data<FactorOutcome>({ intent: "begin", setUp: draw(begun.value) });
    }
    case "confirm": {
      const confirmed = await confirmSecondFactor(ctx, visitor, { sealed: field("sealed"), code: field("code") });
      if (!confirmed.ok && confirmed.error === "sessionMissing") throw gone();
      if (!confirmed.ok) return refuse("confirm", confirmed, "again" in confirmed ? confirmed.again : undefined);
      const headers = { "Set-Cookie": sessionCookie(ctx, confirmed.value.sessionToken) };
      return data<FactorOutcome>({ intent: "confirm", codes: confirmed.value.codes }, { headers });
    }
    case "codes": {
      const renewed = await renewRecoveryCodes(ctx, visitor, field("code"));
      return renewed.ok ? data<FactorOutcome>({ intent: "codes", codes: renewed.value.codes }) : refuse("codes", renewed);
    }
    case "off": {
      const off = await turnOffSecondFactor(ctx, visitor, field("code"));
      return off.ok ? redirect("/second-factor", { headers: { "Set-Cookie": flashCookie("factorOff") } }) : refuse("off", off);
    }
    case "forget":
      await forgetBrowsers(ctx, visitor);
      return redirect("/second-factor", { headers: { "Set-Cookie": flashCookie("browsersForgotten") } });
    default:
      return data<FactorOutcome>({ intent: "none" }, 400);
  }
}

export default function SecondFactorPage({
  loaderData: { next, email, factor, isNeeded, isStaff },
  actionData: outcome,
}: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const codes = outcome?.codes;
  const setUp = factor ? undefined : outcome?.setUp;
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
        <SecondFactorOn factor={factor} isNeeded={isNeeded} outcome={outcome} />
      ) : setUp ? (
        <ScanAndConfirm setUp={setUp} outcome={outcome} />
      ) : (
        <Begin email={email} outcome={outcome} />
      )}
      {!codes && !(isNeeded && !factor) && (
        <p>
          <TextLink to={back}>{t("factor.back")}</TextLink>
        </p>
      )}
    </SplitScreen>
  );
}

/** Ten recovery codes, the one time that they can be seen. */
function RecoveryCodes({ codes, next }: { codes: readonly string[]; next: string }) {
  const { t } = useTranslation("auth");
  // They take the place of a form further down: whoever sent that begins at the top.
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
