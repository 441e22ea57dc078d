/** /admin/emails/:campaignId: progress of a campaign, its mails by state, and its controls. In French. */
import { useEffect, useRef } from "react";
import { data, redirect, useRevalidator } from "react-router";
import { z } from "zod";
import { adminCall, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { reauthNeeded } from "#features/accounts/server/sessions/ask-reauth.ts";
import { readFields } from "#platform/request/body.server.ts";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Badge } from "#ui/badge.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { refuse } from "#ui/forms/reply.ts";
import { formatsIn } from "#ui/i18n/messages.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { ShareBar } from "#ui/share-bar.tsx";
import { BackLink } from "#ui/text/text-link.tsx";
import { findCampaignTemplate } from "../rules/campaign-templates.ts";
import { type CampaignOrder, type CampaignState, DELIVERY_STATES, type DeliveryState } from "../rules/campaign.ts";
import { controlCampaign, settleUnknown } from "../server/campaigns/control-campaign.ts";
import { frenchMessages } from "../server/campaigns/french-messages.ts";
import { DELIVERIES_PER_PAGE, findCampaign, listDeliveries } from "../server/campaigns/list-campaigns.ts";
import type { Route } from "./+types/campaign-page.ts";
import { CampaignControls, type CampaignReply } from "./campaign-controls.tsx";
import { CAMPAIGN_TONES } from "./campaigns-table.tsx";
import { DeliveriesCard } from "./deliveries-card.tsx";
import { sayProblem, TEXTS } from "./emails-texts.ts";
import { FrenchScreen } from "./french-screen.tsx";

export const handle = { failures: { send: () => ({ text: TEXTS.orderCutOff }) } } satisfies PageFailures;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const words = frenchMessages(ctx);
  const found = permitted(await findCampaign(ctx, actor, params.campaignId));
  if (!found.ok) return data({ words, campaign: undefined }, { status: 404 });
  const campaign = found.value;
  const pageParam = search.get("page") ?? "";
  const page = /^[1-9]\d{0,5}$/.test(pageParam) ? Number(pageParam) : 1;
  const state = DELIVERY_STATES.find((each) => each === search.get("state")) ?? firstState(campaign.progress);
  const listed = await listDeliveries(ctx, actor, campaign.id, { state, page });
  return data({ words, campaign, state, page, deliveries: listed.ok ? listed.value : { rows: [], found: 0 } });
}

/** The state that needs staff, or the sent mails. */
function firstState(progress: Readonly<Record<DeliveryState, number>>): DeliveryState {
  return (["unknown", "failed"] as const).find((state) => progress[state] > 0) ?? "sent";
}

const ORDERS = ["start", "pause", "resume", "cancel"] as const satisfies readonly CampaignOrder[];
const schema = z.object({ intent: z.enum([...ORDERS, "settle"]), decision: typedText, mailId: typedText });

export async function action({ context, request, params }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const fields = await readFields(request);
  const id = params.campaignId;
  const submission = parseForm(fields, schema);
  if (submission.status !== "success") throw redirect(`/admin/emails/${encodeURIComponent(id)}`);
  const { intent, mailId } = submission.value;
  const decision = submission.value.decision === "resend" ? "resend" : "leave";
  const running =
    intent === "settle" ? settleUnknown(ctx, actor, id, { mailId, decision }) : controlCampaign(ctx, actor, id, intent);
  const done = permitted(await running);
  if (done.ok) {
    const text = intent === "settle" ? TEXTS.settled(Number(done.value)) : TEXTS.changed[intent];
    return data<CampaignReply>({ intent, text });
  }
  if (done.error === "reauth_needed") throw reauthNeeded(request, fields);
  const reply = (sentence: string, status: number) =>
    data<CampaignReply>({ intent, refused: refuse(submission, sentence) }, { status });
  if ("problem" in done) return reply(sayProblem(done.problem, done.draft), 422);
  return done.error === "not_found" ? reply(TEXTS.notFound, 404) : reply(TEXTS.wrongState, 409);
}

export default function CampaignPage({ loaderData: page }: Route.ComponentProps) {
  return (
    <FrenchScreen words={page.words}>
      {page.campaign ? <Campaign page={page} /> : <ErrorState level={2} title={TEXTS.notFound} message="" />}
    </FrenchScreen>
  );
}

type Loaded = Extract<Route.ComponentProps["loaderData"], { deliveries: unknown }>;

/** The page of a campaign that exists. */
function Campaign({ page }: { page: Loaded }) {
  const { campaign, state, deliveries } = page;
  const { progress } = campaign;
  const { date } = formatsIn("fr");
  const finished = progress.total - progress.queued - progress.sending;
  useProgress(campaign.state, progress.sent);
  return (
    <AdminPage
      above={<BackLink to="/admin/emails">{TEXTS.back}</BackLink>}
      title={findCampaignTemplate(campaign.template)?.name ?? campaign.template}
      subtitle={campaign.lottery?.title}
      actions={<CampaignControls state={campaign.state} progress={progress} />}
      done={({ text }: CampaignReply) => text}
    >
      <div className="admin-columns">
        <AdminCard
          title={TEXTS.progress}
          action={<Badge tone={CAMPAIGN_TONES[campaign.state]}>{TEXTS.state[campaign.state]}</Badge>}
        >
          <div className="grid gap-3">
            <p className="text-2xl font-[600]">{TEXTS.progressOf(finished, progress.total)}</p>
            <ShareBar share={progress.total > 0 ? finished / progress.total : 0} label={TEXTS.progress} />
            {campaign.stopped && (
              <Note tone="warn" title={TEXTS.stopped[campaign.stopped].title}>
                {TEXTS.stopped[campaign.stopped].text}
              </Note>
            )}
            {campaign.state === "done" && <Note tone="success" title={TEXTS.done(progress.sent)} />}
          </div>
        </AdminCard>
        <AdminCard title={TEXTS.message}>
          <DefinitionList
            rows={[
              { id: "subject", term: TEXTS.subject, value: campaign.subject },
              {
                id: "date",
                term: TEXTS.column.date,
                value: `${date(campaign.createdAt, "short")}, ${date(campaign.createdAt, "time")}`,
              },
              ...(campaign.promotion
                ? [
                    {
                      id: "code",
                      term: TEXTS.summaryCode,
                      value: (
                        <span translate="no" className="type-mono">
                          {campaign.promotion.code}
                        </span>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </AdminCard>
      </div>
      <div className="mt-4">
        <DeliveriesCard
          state={state}
          rows={deliveries.rows}
          found={deliveries.found}
          page={page.page}
          perPage={DELIVERIES_PER_PAGE}
          progress={progress}
        />
      </div>
    </AdminPage>
  );
}

/** Interval of reloads while mails are sent. */
const RELOAD_MS = 1000;

/** Reloads the page while mails are sent, and announces the end. */
function useProgress(state: CampaignState, sent: number) {
  const { revalidate, state: reloading } = useRevalidator();
  const before = useRef(state);
  useEffect(() => {
    if (before.current === "sending" && state === "done") toastSuccess(TEXTS.done(sent), { id: "campaign" });
    before.current = state;
  }, [state, sent]);
  useEffect(() => {
    if (state !== "sending" || reloading !== "idle") return;
    const timer = setTimeout(() => void revalidate(), RELOAD_MS);
    return () => clearTimeout(timer);
  }, [state, reloading, revalidate]);
}
