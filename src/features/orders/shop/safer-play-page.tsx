/** /safer-play: limits and exclusions of the visitor, and where to get help. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { nextPath, withNext } from "#features/accounts/rules/sign-in/next-path.ts";
import { showPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import { requireVisitor, visitorOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { changeSaferPlay } from "#features/player-protection/server/change-safer-play.ts";
import { findHelpCheck } from "#features/player-protection/server/code-of-practice/operator-statements.ts";
import { SaferPlayHelp } from "#features/player-protection/shop/safer-play-help.tsx";
import { SaferPlayPanel, type SaferPlayReply } from "#features/player-protection/shop/safer-play-panel.tsx";
import { readFields } from "#platform/request/body.server.ts";
import { flashCookie } from "#platform/request/flash.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { errorOf, refuse } from "#ui/forms/reply.ts";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { enforceLimits } from "../server/checkout/enforce-limits.ts";
import { findSpending } from "../server/checkout/find-eligibility.ts";
import type { Route } from "./+types/safer-play-page.ts";

export const handle = { messages: ["profile"], failures: { send: "profile:mailChoices.failed" } } satisfies PageMessages &
  PageFailures;

const PAGE = "/safer-play";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const isSaved = new URL(request.url).searchParams.has("saved");
  const visitor = await visitorOf(context, request);
  const checkedAt = await findHelpCheck(ctx);
  if (!visitor) return { own: undefined, isSaved, checkedAt };
  const [view, { spent }] = await Promise.all([showPlayerLimits(ctx, visitor.id), findSpending(ctx.db, visitor.id, ctx.now())]);
  return { own: { view, spent }, isSaved, checkedAt };
}

/** The form is read elsewhere; this repeats what was typed after a refusal. */
const schema = z.object({ limit: typedText });

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readFields(request);
  const next = nextPath(form.get("next"));
  const visitor = await requireVisitor(context, request, PAGE);
  const ctx = ctxOf(context);
  const changed = await changeSaferPlay(ctx, visitor.id, form);
  if (!changed.ok) {
    const { error } = changed;
    if (error === "gone") throw redirect(withNext("/login", PAGE));
    const refused = refuse(parseForm(form, schema), error, { bad_limit: "limit" });
    const status = error === "bad_limit" ? 422 : 400;
    return data<SaferPlayReply>({ intent: form.get("intent") ?? "", refused }, { status });
  }
  await enforceLimits(ctx, visitor.id);
  if (next === PAGE || next === "/") return redirect(`${PAGE}?saved`, 303);
  const init = next.startsWith("/profile") ? { headers: { "Set-Cookie": flashCookie("choiceSaved") } } : {};
  return redirect(next, { status: 303, ...init });
}

export default function SaferPlayPage({ loaderData, actionData }: Route.ComponentProps) {
  const { own, isSaved, checkedAt } = loaderData;
  const { t } = useTranslation("profile");
  return (
    <div className="wrap pt-10 pb-16 lg:pt-16 lg:pb-22">
      <PageHead title={t("saferPlay.title")} description={t("saferPlay.description")} />
      <h1 className="type-h1">{t("saferPlay.title")}</h1>
      <p className="type-lead mt-6">{t("saferPlay.lead")}</p>
      <div className="mt-10 grid max-w-[46rem] gap-6">
        {errorOf(actionData) === "bad_request" && <Note tone="danger" role="alert" title={t("saferPlay.badRequest")} />}
        {isSaved && !actionData && <Note tone="success" role="status" title={t("saferPlay.saved")} />}
        {own ? (
          <SaferPlayPanel view={own.view} spent={own.spent} back={PAGE} checkedAt={checkedAt} />
        ) : (
          <Panel label={t("saferPlay.help.title")}>
            <PanelPart>
              <h2 className="type-h3">{t("saferPlay.help.title")}</h2>
              <SaferPlayHelp checkedAt={checkedAt} />
            </PanelPart>
            <PanelPart>
              <p className="text-muted">{t("saferPlay.signIn")}</p>
              <LinkButton to={`/login?next=${PAGE}`} variant="outline" className="mt-4">
                {t("saferPlay.logIn")}
              </LinkButton>
            </PanelPart>
          </Panel>
        )}
      </div>
    </div>
  );
}
