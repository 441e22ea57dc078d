/** /admin/users/:userId: a player's conversations and mails, and a form that writes to them. */
import { randomUUID } from "node:crypto";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { z } from "zod";
import { adminCall, permitted, runAction } from "#features/accounts/server/sessions/admin-call.ts";
import { RetryKey, useReloadMeanwhile } from "#features/inbox/admin/answer-form.tsx";
import { MessageState } from "#features/inbox/admin/inbox-table.tsx";
import { addTemplate, TemplatePicker, textOfTemplate } from "#features/inbox/admin/template-picker.tsx";
import { LONGEST } from "#features/inbox/rules/contact.ts";
import { LONGEST_ENTRY, subjectTag, unfilledPlaceholder } from "#features/inbox/rules/conversation.ts";
import { namelessIn } from "#features/inbox/server/conversations/show-conversation.ts";
import { type StartError, startConversation } from "#features/inbox/server/conversations/start-conversation.ts";
import { listTemplates } from "#features/inbox/server/conversations/templates.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { showOrder } from "#features/orders/server/reading/show-order.ts";
import { readFields } from "#platform/request/body.server.ts";
import { isUuid } from "#shared/ids.ts";
import { AdminNotFound } from "#ui/admin/admin-instead.tsx";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { TextArea, TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { parseForm, typedTexts } from "#ui/forms/parse-form.ts";
import { type FormReply, replyTo } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import { EmailText } from "#ui/text/email-text.tsx";
import { BackLink } from "#ui/text/text-link.tsx";
import { type PlayerHistory, showPlayer } from "../server/show-player.ts";
import type { Route } from "./+types/player-page.ts";

export const handle = {
  messages: ["admin-inbox"],
  failures: { load: "admin:notLoaded.inbox", send: "admin-inbox:conversation.errors.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { ctx, actor, search } = await adminCall(context, request);
  const found = permitted(await showPlayer(ctx, actor, params.userId));
  if (!found.ok) return data({ found: undefined }, { status: 404 });
  const { player } = found.value;
  const templates = permitted(await listTemplates(ctx, actor)).value;
  const orderId = search.get("order") ?? "";
  const shown = isUuid(orderId) ? await showOrder(ctx, actor, orderId) : undefined;
  const order = shown?.ok && shown.value.order.userId === player.id ? shown.value.order : undefined;
  const values = {
    ...{ name: player.isConfirmed ? player.firstName : namelessIn(ctx, player.locale), shop: ctx.brand.current.name },
    ...(order && { order: order.orderNumber, draw: inLanguage(order.lotteryTitle, player.locale) }),
  };
  const template = templates.find(({ id }) => id === search.get("template"));
  return data({
    found: {
      ...found.value,
      ...{ templates, values },
      orderId: order?.id,
      orderNumber: order?.orderNumber,
      prefill: template ? textOfTemplate(template, player.locale, values) : "",
      requestKey: randomUUID(),
    },
  });
}

const schema = z.object({ intent: z.literal("start"), ...typedTexts(["subject", "text", "requestKey"]) });

export async function action({ context, request, params }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect(`/admin/users/${encodeURIComponent(params.userId)}`);
  const { subject, text, requestKey: key } = submission.value;
  const first = { userId: params.userId, subject, text, requestKey: isUuid(key) ? key : undefined };
  const started = await runAction(
    { ctx, request, form },
    startConversation(ctx, actor, first),
    "a player could not be written to",
  );
  if (started.ok) throw redirect(`/admin/messages/${started.value}`);
  return replyTo(submission, started, {
    at: { no_subject: "subject", no_text: "text", too_long: "text", unfilled: "text" },
    status: { failed: 503, not_found: 404, no_address: 409, meanwhile: 409, tooMany: 429 },
  });
}

type Found = NonNullable<Route.ComponentProps["loaderData"]["found"]>;

export default function PlayerPage({ loaderData: { found } }: Route.ComponentProps) {
  const { t } = useTranslation("admin-inbox");
  if (!found) {
    return (
      <AdminNotFound title={t("player.notFound")} text={t("player.notFoundText")} to="/admin/users" back={t("player.back")} />
    );
  }
  const { player } = found;
  return (
    <AdminPage
      title={player.name}
      subtitle={<EmailText address={player.email} />}
      above={
        <Allowed right="people.read">
          <BackLink to="/admin/users">{t("player.back")}</BackLink>
        </Allowed>
      }
      actions={
        <LinkButton to={`/profile?uid=${player.id}`} variant="outline" size="sm">
          {t("player.profile")}
        </LinkButton>
      }
    >
      <div className="grid gap-4">
        <AdminCard flush title={t("player.history")} note={t("player.historyNote")}>
          <History history={found} />
        </AdminCard>
        <Allowed right="messages.write">
          <AdminCard id="write" title={t("player.write")} note={t("player.writeNote")}>
            {!player.isConfirmed && <p className="admin-note mb-4">{t("conversation.unconfirmed")}</p>}
            <WriteForm key={found.orderId ?? ""} found={found} />
          </AdminCard>
        </Allowed>
      </div>
    </AdminPage>
  );
}

const MAIL_STATES = {
  sent: "player.states.sent",
  failed: "player.states.failed",
  queued: "player.states.queued",
  sending: "player.states.queued",
  unknown: "player.states.unknown",
} as const;

/** Conversations, complaints, letters and campaigns, the last ones first. */
function History({ history: { conversations, mails } }: { history: Pick<PlayerHistory, "conversations" | "mails"> }) {
  const { t } = useTranslation("admin-inbox");
  const { date } = useFormat();
  const mailState = (state: string) =>
    Object.hasOwn(MAIL_STATES, state) ? t(MAIL_STATES[state as keyof typeof MAIL_STATES]) : state;
  const rows = [
    ...conversations.map((conversation) => ({
      ...{ id: conversation.id, at: conversation.lastAt, to: `/admin/messages/${conversation.id}` },
      title: `${conversation.subject} ${subjectTag(conversation.number)}`,
      kind: conversation.complaintNumber
        ? t("complaints.one", { number: conversation.complaintNumber })
        : t(conversation.isStartedByShop ? "player.kinds.started" : "player.kinds.message"),
      state: conversation.complaintOutcome ? (
        <Badge tone="active">{t(`complaints.outcomes.${conversation.complaintOutcome}`)}</Badge>
      ) : (
        <MessageState message={conversation} />
      ),
    })),
    ...mails.map(({ kind, id, subject, lotteryId, at, state }) => ({
      ...{ id, at, title: subject, kind: t(`player.kinds.${kind}`), state: mailState(state) },
      to: kind === "letter" ? `/admin/draw/${lotteryId ?? ""}/write` : `/admin/emails/${id}`,
    })),
  ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return (
    <DataTable
      caption={t("player.history")}
      rows={rows}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t("player.none")} />}
      columns={[
        {
          id: "subject",
          header: t("inbox.subject"),
          card: "title",
          cell: ({ to, title }) => (
            <Link to={to} className="inline-flex min-h-7 items-center wrap-anywhere hover:underline">
              {title}
            </Link>
          ),
        },
        { id: "kind", header: t("player.kind"), cell: ({ kind }) => kind },
        { id: "at", header: t("player.last"), cell: ({ at }) => `${date(at, "short")}, ${date(at, "time")}` },
        { id: "state", header: t("inbox.state"), cell: ({ state }) => state },
      ]}
    />
  );
}

type Reply = FormReply<"start", Exclude<StartError, "forbidden"> | "failed">;

function WriteForm({ found }: { found: Found }) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const { player, templates, values, orderId, orderNumber, prefill, requestKey } = found;
  const form = useShopForm<Reply>({
    intent: "start",
    navigates: true,
    onRefused: useReloadMeanwhile(),
    say: (code) => t(code === "no_address" || code === "no_subject" ? `player.errors.${code}` : `conversation.errors.${code}`),
  });
  const { defaultValue, ...field } = form.field("text", prefill);
  const [text, setText] = useState(defaultValue ?? "");
  const unfilled = unfilledPlaceholder(text);
  // The player reads the subject, so it is in their language.
  const about = { lng: player.locale, number: orderNumber };
  const subject = orderNumber === undefined ? "" : t("player.aboutOrder", about);
  return (
    <div className="grid max-w-[46rem] gap-4">
      <TemplatePicker
        {...{ templates, values, locale: player.locale }}
        fields={orderId === undefined ? {} : { order: orderId }}
        onPick={(picked) => setText((typed) => addTemplate(typed, picked))}
      />
      <ShopFormFrame form={form} className="grid gap-4">
        <TypedGuard isUnsaved={form.isRefused} />
        <RetryKey form={form} newKey={requestKey} />
        <FormProblem form={form} />
        <TextField
          {...form.field("subject", subject)}
          label={t("inbox.subject")}
          maxLength={LONGEST.subject}
          autoComplete="off"
        />
        <TextArea
          {...field}
          id="write-text"
          label={t("player.text")}
          hint={unfilled === undefined ? t("complaints.answerHint") : t("conversation.fillIn", { placeholder: unfilled })}
          rows={9}
          maxLength={LONGEST_ENTRY.answer}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" size="sm" className="justify-self-start" busy={form.isBusy} busyLabel={t("admin:kit.saving")}>
          {t("conversation.send")}
        </Button>
      </ShopFormFrame>
    </div>
  );
}
