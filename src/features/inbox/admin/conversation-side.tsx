/** Beside a conversation: its player, who answers it, notes, and messages that came by e-mail. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { EmailText } from "#ui/text/email-text.tsx";
import { TextLink } from "#ui/text/text-link.tsx";
import type { ShownConversation } from "../server/conversations/show-conversation.ts";
import { type ConversationReply, EntryForm, useConversationTexts } from "./answer-form.tsx";

type Props = {
  conversation: Pick<ShownConversation, "account" | "order" | "assignees" | "replyAddress" | "isUnconfirmed">;
  message: { readonly name: string; readonly email: string; readonly assignedTo: string | undefined };
  /** The reader's account. */
  ownId: string | undefined;
  /** Ids of the requests of the two forms. Each resets once its entry is stored. */
  note: { readonly requestKey: string; readonly count: number };
  paste: { readonly requestKey: string; readonly count: number };
};

export function ConversationSide({ conversation, message, ownId, note, paste }: Props) {
  const { t } = useTranslation("admin-inbox");
  const { account, order, replyAddress, isUnconfirmed } = conversation;
  const rows: { id: string; term: string; value: ReactNode }[] = [
    { id: "name", term: t("conversation.player"), value: message.name },
    { id: "email", term: t("record.email"), value: <EmailText address={message.email} /> },
  ];
  if (replyAddress !== message.email)
    rows.push({ id: "reply", term: t("conversation.answerTo"), value: <EmailText address={replyAddress} /> });
  if (order)
    rows.push({
      id: "order",
      term: t("conversation.order"),
      value: <TextLink to={`/admin/orders/${order.id}`}>{order.number}</TextLink>,
    });
  return (
    <>
      <AdminCard
        title={t("conversation.from")}
        action={account && <TextLink to={`/admin/users/${account.id}`}>{t("conversation.history")}</TextLink>}
      >
        <DefinitionList rows={rows} />
        {isUnconfirmed && <p className="admin-note mt-3">{t("conversation.unconfirmed")}</p>}
        {!account && <p className="admin-note mt-3">{t("conversation.noAccount")}</p>}
      </AdminCard>
      <Allowed right="messages.write">
        <AdminCard title={t("conversation.assignee")}>
          <AssignForm key={message.assignedTo ?? ""} {...{ conversation, message, ownId }} />
        </AdminCard>
        <AdminCard title={t("conversation.note.title")}>
          <EntryForm key={note.count} intent="note" requestKey={note.requestKey} />
        </AdminCard>
        <AdminCard title={t("conversation.paste.title")}>
          <EntryForm key={paste.count} intent="paste" requestKey={paste.requestKey} />
        </AdminCard>
      </Allowed>
    </>
  );
}

function AssignForm({ conversation: { assignees }, message: { assignedTo }, ownId }: Omit<Props, "note" | "paste">) {
  const { t } = useTranslation(["admin-inbox", "admin"]);
  const { say, done } = useConversationTexts();
  const form = useShopForm<ConversationReply>({
    intent: "assign",
    say,
    onDone: (reply) => toastSuccess(done(reply)),
  });
  const isOwn = assignedTo === ownId;
  // A former member of staff has no option.
  const known = assignees.some(({ id }) => id === assignedTo) ? assignedTo : "";
  return (
    <div className="grid gap-3">
      <ShopFormFrame form={form} className="flex flex-wrap items-end gap-3">
        <FormProblem form={form} />
        <div className="min-w-0 grow basis-48">
          <SelectField
            {...form.field("assignee", known)}
            label={t("conversation.assignTo")}
            options={[
              { value: "", label: t("conversation.unassigned") },
              ...assignees.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </div>
        <Button type="submit" variant="outline" size="sm" busy={form.isBusy} busyLabel={t("admin:kit.saving")}>
          {t("conversation.assign")}
        </Button>
      </ShopFormFrame>
      {!isOwn && assignees.some(({ id }) => id === ownId) && (
        <ActionButton<ConversationReply>
          intent="assign"
          fields={{ assignee: ownId ?? "" }}
          say={say}
          done={done}
          variant="tertiary"
          size="sm"
        >
          {t("conversation.assignMe")}
        </ActionButton>
      )}
    </div>
  );
}
