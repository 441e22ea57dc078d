/** /admin/live: what a shop needs before it sells, one thing after the other; afterwards, whether it is well. */
import { useTranslation } from "react-i18next";
import { data, Form, redirect } from "react-router";
import { CHECKS, type CheckId } from "#features/accounts/rules/going-live.ts";
import type { Actor } from "#features/accounts/server/actor.ts";
import { adminCall, carryOut, permitted } from "#features/accounts/server/admin-call.ts";
import { requireAdmin } from "#features/accounts/server/find-visitor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { readFields } from "#platform/request/body.server.ts";
import { localeOf } from "#platform/request/request.server.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { ShareBar } from "#ui/share-bar.tsx";
import { askForSwitch, takeSwitchBack } from "../live/end-test-mode.ts";
import { confirmTerms, lookNow, openShop, showOverview } from "../live/look-over.ts";
import type { Route } from "./+types/live-page.ts";
import { LiveCheck } from "./live-check.tsx";
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

type Reply = {
  readonly done?: "looked" | "opened" | "asked" | "withdrawn";
  readonly error?: "musts" | "name" | "failed";
};

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const intent = form.get("intent");
  const call = { ctx, request, form };
  if (intent === "look") {
    const { email, firstName } = await requireAdmin(context, request);
    const asker = { email, firstName, locale: localeOf(context) };
    const looked = await carryOut(call, lookNow(ctx, actor, asker), "the shop could not be looked over");
    return looked.ok ? data<Reply>({ done: "looked" }) : data<Reply>({ error: "failed" }, { status: 503 });
  }
  if (intent === "terms") {
    const read = await carryOut(call, confirmTerms(ctx, actor), "it was not kept that the terms were read");
    return read.ok ? data<Reply>({}) : data<Reply>({ error: "failed" }, { status: 503 });
  }
  if (intent === "switch") return askReply(call, actor);
  if (intent === "stay") {
    const back = await carryOut(call, takeSwitchBack(ctx, actor), "the switch could not be taken back");
    return back.ok ? data<Reply>({ done: "withdrawn" }) : data<Reply>({ error: "failed" }, { status: 503 });
  }
  if (intent !== "open") throw redirect("/admin/live");
  const opened = await carryOut(call, openShop(ctx, actor), "the shop could not be opened");
  if (opened.ok || opened.error === "already") return data<Reply>({ done: "opened" });
  return data<Reply>({ error: opened.error }, { status: opened.error === "failed" ? 503 : 409 });
}

async function askReply(call: { ctx: Ctx; request: Request; form: URLSearchParams }, actor: Actor) {
  const typed = call.form.get("name") ?? "";
  const asked = await carryOut(call, askForSwitch(call.ctx, actor, typed), "the switch could not be asked for");
  if (asked.ok || asked.error === "already") return data<Reply>({ done: "asked" });
  return data<Reply>({ error: asked.error }, { status: asked.error === "failed" ? 503 : 422 });
}

const MUSTS = CHECKS.filter(({ isMust }) => isMust);

export default function LivePage({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { found, openMusts, openedAt, testMode, now } = loaderData;
  const { t } = useTranslation("admin-live");
  const { date } = useFormat();
  const isOpen = openedAt !== undefined;
  const rows = (ids: readonly { readonly id: CheckId }[]) =>
    ids.map(({ id }) => <LiveCheck key={id} id={id} found={found[id]} now={now} />);
  // What is tried comes after what there is to do, and before it once the shop is open.
  const card = testMode && <TestModeCard testMode={testMode} isWrongName={reply?.error === "name"} />;
  return (
    <AdminPage
      title={t(isOpen ? "health" : "title")}
      subtitle={isOpen ? t("openSince", { date: date(openedAt) }) : t("subtitle")}
      actions={
        <Allowed right="live.write">
          <Form method="post">
            <IntentButton intent="look" variant="outline" busyLabel={t("looking")}>
              {t("look")}
            </IntentButton>
          </Form>
        </Allowed>
      }
    >
      <div className="grid gap-6">
        {reply?.error && reply.error !== "name" && <Note tone="danger" role="alert" title={t(`${reply.error}`)} />}
        {reply?.done && <Note tone="success" role="status" title={t(`${reply.done}`)} />}
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

function Progress({ openMusts, isTest }: { openMusts: readonly CheckId[]; isTest: boolean }) {
  const { t } = useTranslation("admin-live");
  const { number } = useFormat();
  const done = MUSTS.length - openMusts.length;
  const [next] = openMusts;
  return (
    <AdminCard title={t("done", { done: number(done), all: number(MUSTS.length) })}>
      <div className="grid gap-5">
        <ShareBar share={done / MUSTS.length} />
        {next === undefined ? (
          <Allowed right="live.write">
            <Form method="post" data-needs-proof="" className="grid gap-3 justify-items-start">
              <p>{t(isTest ? "readyTest" : "ready")}</p>
              <IntentButton intent="open">{t("open")}</IntentButton>
            </Form>
          </Allowed>
        ) : (
          <p>{t("next", { what: t(`checks.${next}.title`) })}</p>
        )}
      </div>
    </AdminCard>
  );
}
