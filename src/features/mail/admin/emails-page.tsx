/** /admin/emails: writes a campaign, chooses its recipients, tests and sends it. In French. */
import { randomUUID } from "node:crypto";
import { useState } from "react";
import { data, redirect } from "react-router";
import { z } from "zod";
import { findProfile } from "#features/accounts/server/profile/profile.ts";
import { type Answered, adminCall, runAction, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { lastDayOf } from "#features/lotteries/rules/purchase/promotion.ts";
import { listLotteries } from "#features/lotteries/server/list-lotteries.ts";
import { findFields } from "#platform/request/body.server.ts";
import { formatDate } from "#shared/dates/dates.ts";
import { formatClosing } from "#shared/dates/draw-hours.ts";
import { err } from "#shared/result.ts";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { OptionCards } from "#ui/fields/option-cards.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { UnsavedGuard } from "#ui/fields/unsaved-guard.tsx";
import { parseForm } from "#ui/forms/parse-form.ts";
import { refuse } from "#ui/forms/reply.ts";
import { Pagination } from "#ui/lists/pagination.tsx";
import { WithScripts } from "#ui/loading/with-scripts.tsx";
import { CAMPAIGN_TEMPLATES, campaignLocale, checkCampaignText, samplePromotion } from "../rules/campaign-templates.ts";
import { hasMarkup } from "../rules/campaign.ts";
import { fillIn } from "../rules/placeholders.ts";
import { NO_RECIPIENTS } from "../rules/recipient-selection.ts";
import { type Draft, type DraftProblem, isOnSale } from "../server/campaigns/campaign-draft.ts";
import { sendMassMail } from "../server/campaigns/create-campaign.ts";
import { frenchMessages } from "../server/campaigns/french-messages.ts";
import { CAMPAIGNS_PER_PAGE, listCampaigns } from "../server/campaigns/list-campaigns.ts";
import { countRecipients } from "../server/campaigns/list-recipients.ts";
import { sendCampaignTest } from "../server/campaigns/preview-campaign.ts";
import { placeholderValues } from "../server/mails/campaign.ts";
import { penIn } from "../server/mails/pen.ts";
import type { Route } from "./+types/emails-page.ts";
import { CampaignsTable } from "./campaigns-table.tsx";
import { readDraft, readSending } from "./emails-form.ts";
import { sayProblem, TEXTS } from "./emails-texts.ts";
import { FrenchScreen } from "./french-screen.tsx";
import { MailEditor, MailPreview } from "./mail-editor.tsx";
import { RecipientsCard } from "./recipients-card.tsx";
import { type EmailsReply, SendCard } from "./send-card.tsx";
import { useDraft } from "./use-draft.ts";

export const handle = {
  failures: { send: () => ({ text: TEXTS.cutOff }) },
} satisfies PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const pageParam = search.get("page") ?? "";
  const page = /^[1-9]\d{0,5}$/.test(pageParam) ? Number(pageParam) : 1;
  const [active, profile, campaigns] = await Promise.all([
    listLotteries(ctx, "active"),
    actor.kind === "admin" ? findProfile(ctx, actor.id) : undefined,
    listCampaigns(ctx, actor, { page }),
  ]);
  const now = ctx.now();
  const lotteries = active.filter((lottery) => isOnSale(lottery, now));
  const promotion = samplePromotion(now);
  const firstName = profile?.firstName ?? "";
  const code = TEXTS.code(promotion.percentOff, formatDate(lastDayOf(promotion), campaignLocale()));
  return data({
    words: frenchMessages(ctx),
    page,
    campaigns: permitted(campaigns).value,
    firstName,
    code,
    from: ctx.brand.current.trader.name,
    requestKey: randomUUID(),
    lotteries: lotteries.map((lottery) => ({
      id: lottery.id,
      title: inLanguage(lottery.title, "fr"),
      until: formatClosing(lottery, "fr"),
      values: placeholderValues(penIn(ctx, campaignLocale()), { lottery, activeLotteries: lotteries, promotion, now }, firstName),
    })),
  });
}

/** Sentence of each refusal. */
const REFUSALS: Readonly<Record<string, string>> = {
  noLottery: TEXTS.lotteryNotFound,
  noRecipients: TEXTS.chooseFirst,
  sentOtherwise: TEXTS.sentOtherwise,
  tooMany: TEXTS.tooManyTests,
};

function problemOf(refusal: { readonly problem?: DraftProblem } | object): DraftProblem | undefined {
  return "problem" in refusal ? refusal.problem : undefined;
}

const schema = z.object({ intent: z.enum(["test", "count", "send"]) });

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const fields = (await findFields(request, MOST_SENT)) ?? new URLSearchParams();
  const run = <UseCase extends Promise<Answered>>(useCase: UseCase) =>
    runAction({ ctx, request, form: fields }, useCase, "a campaign could not be sent");
  // The text and the list of readers stay in the page, so they are not sent back.
  const submission = parseForm(fields, schema);
  if (submission.status !== "success") throw redirect("/admin/emails");
  const { intent } = submission.value;
  const refused = (error: string, checked?: { problem: DraftProblem | undefined; draft: Draft }) => {
    const text = checked?.problem ? sayProblem(checked.problem, checked.draft) : (REFUSALS[error] ?? TEXTS.failed);
    return data<EmailsReply>({ intent, refused: refuse(submission, text) }, { status: error === "failed" ? 503 : 422 });
  };
  if (intent === "test") {
    const draft = readDraft(fields);
    const sent = draft ? await run(sendCampaignTest(ctx, actor, draft)) : err("unreadable");
    if (sent.ok) return data<EmailsReply>({ intent, to: sent.value.to });
    return refused(sent.error, draft && { problem: problemOf(sent), draft });
  }
  const sending = readSending(fields);
  if (!sending) return refused("unreadable");
  if (intent === "count") {
    const counted = await run(countRecipients(ctx, actor, sending));
    return counted.ok ? data<EmailsReply>({ intent, count: counted.value }) : refused(counted.error);
  }
  const { requestKey, ...campaign } = sending;
  const made = await run(sendMassMail(ctx, actor, { ...campaign, ...(requestKey && { requestKey }) }));
  return made.ok
    ? redirect(`/admin/emails/${made.value.id}`)
    : refused(made.error, { problem: problemOf(made), draft: campaign });
}

/** Largest accepted form, in bytes: 100,000 recipients by id take 4 MB. */
const MOST_SENT = 6_000_000;

export default function EmailsPage({ loaderData: { words, ...page } }: Route.ComponentProps) {
  return (
    <FrenchScreen words={words}>
      <AdminPage title={TEXTS.title} subtitle={TEXTS.subtitle}>
        <Allowed right="campaigns.write">
          <WithScripts without={TEXTS.needsScripts}>
            <Composer page={page} />
          </WithScripts>
        </Allowed>
        <AdminCard title={TEXTS.campaigns} flush className="mt-4">
          <CampaignsTable campaigns={page.campaigns.campaigns} />
          <Pagination page={page.page} perPage={CAMPAIGNS_PER_PAGE} total={page.campaigns.total} />
        </AdminCard>
      </AdminPage>
    </FrenchScreen>
  );
}

type Page = Omit<Route.ComponentProps["loaderData"], "words">;

/** Template, draw, recipients, text, preview and the button that sends. */
function Composer({ page }: { page: Page }) {
  const { template, draft, isEdited, isAnyEdited, setTemplate, setLottery, write, reset } = useDraft(page.lotteries[0]?.id);
  const [selection, setSelection] = useState(NO_RECIPIENTS);
  const [recipientCount, setRecipientCount] = useState(0);
  // A reload brings another key, but a retry after a lost reply must use the first.
  const [requestKey] = useState(page.requestKey);
  const lottery = page.lotteries.find(({ id }) => id === draft.lotteryId);
  const problem = hasMarkup(draft.subject) || hasMarkup(draft.content) ? "markup" : checkCampaignText(draft);
  return (
    <div className="emails">
      <UnsavedGuard when={isAnyEdited} />
      <div className="grid min-w-0 content-start gap-4">
        <AdminCard>
          <div className="grid gap-5">
            <div>
              <p id="template" className="mb-2 text-[0.9375rem] font-[560]">
                {TEXTS.template}
              </p>
              <OptionCards
                name="template"
                labelledBy="template"
                options={CAMPAIGN_TEMPLATES.map(({ id, name, description }) => ({ value: id, label: name, description }))}
                value={draft.template}
                onChange={(id) => {
                  const chosen = CAMPAIGN_TEMPLATES.find((each) => each.id === id);
                  if (chosen) setTemplate(chosen.id);
                }}
              />
            </div>
            <SelectField
              name="lottery"
              label={TEXTS.lottery}
              value={draft.lotteryId}
              onChange={({ currentTarget }) => setLottery(currentTarget.value)}
              disabled={page.lotteries.length === 0}
              options={
                page.lotteries.length === 0
                  ? [{ value: "", label: TEXTS.noLottery }]
                  : page.lotteries.map(({ id, title, until }) => ({ value: id, label: TEXTS.lotteryOption(title, until) }))
              }
            />
          </div>
        </AdminCard>
        <RecipientsCard template={draft.template} selection={selection} onSelect={setSelection} onCount={setRecipientCount} />
      </div>
      <AdminCard className="emails-mail" title={TEXTS.preview} note={page.firstName && TEXTS.previewNote(page.firstName)}>
        <div className="grid gap-6">
          {campaignLocale() === "en" && <Note tone="info" title={TEXTS.inEnglish} />}
          <MailEditor draft={draft} problem={problem} isEdited={isEdited} onWrite={write} onReset={reset} />
          {lottery && (
            <MailPreview draft={draft} problem={problem} subject={fillIn(draft.subject, lottery.values)} from={page.from} />
          )}
        </div>
      </AdminCard>
      <div className="emails-send">
        <SendCard
          draft={draft}
          problem={problem}
          templateName={template?.name ?? ""}
          lotteryTitle={lottery?.title}
          code={draft.template === "vip-offer" ? page.code : undefined}
          selection={selection}
          recipientCount={recipientCount}
          requestKey={requestKey}
        />
      </div>
    </div>
  );
}
