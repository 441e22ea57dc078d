/** /admin/live: what a shop needs before it sells, in order; after that, whether it works. */
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { adminCall, runAction, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { requireAdmin } from "#features/accounts/server/sessions/find-visitor.ts";
import { readFields } from "#platform/request/body.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { replyTo } from "#ui/forms/reply.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { ShareBar } from "#ui/share-bar.tsx";
import { CHECKS, type CheckId } from "../../rules/going-live.ts";
import { askForSwitch, takeSwitchBack } from "../../server/going-live/end-test-mode.ts";
import { confirmTerms, openShop, runChecks, showOverview } from "../../server/going-live/run-checks.ts";
import type { Route } from "./+types/live-page.ts";
import { LiveCheck } from "./live-check.tsx";
import { LIVE_INTENTS, type LiveReply, useLiveMessages } from "./live-reply.ts";
import { TestModeCard } from "./test-mode-card.tsx";

export const handle = {
  messages: ["admin-live"],
  failures: { load: "admin:notLoaded.live", send: "admin-live:failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const shown = permitted(await showOverview(ctx, actor));
  return { ...shown.value, now: ctx.now() };
}

const schema = z.object({ intent: z.enum(LIVE_INTENTS), name: typedText });

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/admin/live");
  const { intent, name } = submission.value;
  const { email, firstName } = await requireAdmin(context, request);
  const actions = {
    look: () => runChecks(ctx, actor, { email, firstName, locale: localeOf(context) }),
    terms: () => confirmTerms(ctx, actor),
    end_test_mode: () => askForSwitch(ctx, actor, name),
    stay_in_test_mode: () => takeSwitchBack(ctx, actor),
    open: () => openShop(ctx, actor),
  };
  const result = await runAction({ ctx, request, form, about: { intent } }, actions[intent](), "going live failed");
  if (!result.ok && result.error === "already") return data<LiveReply>({ intent });
  return replyTo(submission, result, { at: { name: "name" }, status: { failed: 503, musts: 409 } });
}

/** Checks that must be green before the shop opens. */
const MUSTS = CHECKS.filter(({ isMust }) => isMust);

export default function LivePage({ loaderData: { found, openMusts, openedAt, testMode, now } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-live");
  const { date } = useFormat();
  const isOpen = openedAt !== undefined;
  const rows = (ids: readonly { readonly id: CheckId }[]) =>
    ids.map(({ id }) => <LiveCheck key={id} id={id} found={found[id]} now={now} />);
  // The test mode card comes after the list of steps, and before it once the shop is open.
  const card = testMode && <TestModeCard testMode={testMode} />;
  const messages = useLiveMessages();
  return (
    <AdminPage
      title={t(isOpen ? "health" : "title")}
      done={messages.done}
      subtitle={isOpen ? t("openSince", { date: date(openedAt) }) : t("subtitle")}
      actions={
        <Allowed right="live.write">
          <ActionButton<LiveReply> intent="look" {...messages} variant="outline" busyLabel={t("looking")}>
            {t("look")}
          </ActionButton>
        </Allowed>
      }
    >
      <div className="grid gap-6">
        {!isOpen && <Progress openMusts={openMusts} isTest={testMode !== undefined} />}
        {isOpen && card}
        <AdminCard title={t("musts")} note={isOpen ? undefined : t(testMode ? "mustsNoteTest" : "mustsNote")}>
          <ul className="grid gap-5">{rows(MUSTS)}</ul>
        </AdminCard>
        <AdminCard title={t("shoulds")} note={isOpen ? undefined : t("shouldsNote")}>
          <ul className="grid gap-5">{rows(CHECKS.filter(({ isMust }) => !isMust))}</ul>
        </AdminCard>
        {!isOpen && card}
      </div>
    </AdminPage>
  );
}

/** How many musts are done, and the next one, or the button that opens the shop. */
function Progress({ openMusts, isTest }: { openMusts: readonly CheckId[]; isTest: boolean }) {
  const { t } = useTranslation("admin-live");
  const { number } = useFormat();
  const messages = useLiveMessages();
  const done = MUSTS.length - openMusts.length;
  const [next] = openMusts;
  return (
    <AdminCard title={t("done", { done: number(done), all: number(MUSTS.length) })}>
      <div className="grid gap-5">
        <ShareBar share={done / MUSTS.length} />
        {next === undefined ? (
          <Allowed right="live.write">
            <div className="grid gap-3 justify-items-start">
              <p>{t(isTest ? "readyTest" : "ready")}</p>
              <ActionButton<LiveReply> intent="open" {...messages} needsReauth>
                {t("open")}
              </ActionButton>
            </div>
          </Allowed>
        ) : (
          <p>{t("next", { what: t(`checks.${next}.title`) })}</p>
        )}
      </div>
    </AdminCard>
  );
}
