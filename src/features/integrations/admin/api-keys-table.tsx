import { useTranslation } from "react-i18next";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { DialogButton, useDialogSubject } from "#ui/feedback/dialog-button.tsx";
import { ConfirmDialog } from "#ui/forms/confirm-dialog.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";
import type { KeyState } from "../rules/api-key.ts";
import type { ListedKey } from "../server/api-keys.ts";
import { type KeyReply, scopeText, useKeyError } from "./api-key-form.tsx";

/** Colour of the badge by state. */
const TONES: Record<KeyState, BadgeTone> = { works: "active", ending: "completed", expired: "draft", revoked: "cancelled" };

/** A key that is about to be replaced or revoked. */
type KeyQuestion = { readonly intent: "rotate" | "revoke"; readonly id: string; readonly name: string };

/** Table of all keys. `onReplaced`: called with the new key, which is shown once. */
export function ApiKeysTable({ keys, onReplaced }: { keys: readonly ListedKey[]; onReplaced: (key: string) => void }) {
  const { t } = useTranslation("admin-api");
  const { date } = useFormat();
  const questionFor = (intent: KeyQuestion["intent"]) => (id: string) => {
    const key = keys.find((each) => each.id === id);
    return key && { intent, id, name: key.name };
  };
  const [rotating, setRotating] = useDialogSubject<KeyQuestion>("rotate", questionFor("rotate"));
  const [revoking, setRevoking] = useDialogSubject<KeyQuestion>("revoke", questionFor("revoke"));
  const ask = (question: KeyQuestion) => (question.intent === "rotate" ? setRotating : setRevoking)(question);
  const close = () => {
    setRotating(undefined);
    setRevoking(undefined);
  };
  return (
    <>
      <DataTable
        caption={t("keys.list")}
        rows={keys}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t("keys.none")}>{t("keys.noneText")}</EmptyState>}
        columns={[
          { id: "name", header: t("keys.name"), card: "title", width: "200px", cell: (key) => <Name apiKey={key} /> },
          { id: "scopes", header: t("keys.scopes"), width: "168px", cell: (key) => <Scopes apiKey={key} /> },
          { id: "expires", header: t("keys.expires"), cell: ({ expiresAt }) => date(expiresAt, "short") },
          {
            id: "used",
            header: t("keys.lastUsed"),
            cell: ({ lastUsedAt }) =>
              lastUsedAt ? `${date(lastUsedAt, "short")}, ${date(lastUsedAt, "time")}` : t("keys.never"),
          },
          {
            id: "state",
            header: t("keys.state"),
            cell: ({ state }) => <Badge tone={TONES[state]}>{t(`keys.states.${state}`)}</Badge>,
          },
          { id: "actions", header: t("keys.actions"), card: "bare", cell: (key) => <Actions apiKey={key} onOpen={ask} /> },
        ]}
      />
      <ConfirmKeyChange question={rotating ?? revoking} onClose={close} onReplaced={onReplaced} />
    </>
  );
}

function Name({ apiKey: { name, prefix, maker } }: { apiKey: ListedKey }) {
  const { t } = useTranslation("admin-api");
  return (
    <span className="grid gap-0.5">
      <span className="wrap-anywhere">{name}</span>
      <code translate="no" className="type-mono text-[0.8125rem] font-normal text-muted wrap-anywhere">
        {prefix}…
      </code>
      <span className="text-[0.8125rem] font-normal text-muted">
        {maker === "" ? t("keys.makerGone") : t("keys.maker", { name: maker })}
      </span>
    </span>
  );
}

function Scopes({ apiKey: { scopes, idleScopes } }: { apiKey: ListedKey }) {
  const { t } = useTranslation("admin-api");
  return (
    <ul className="grid gap-1 text-[0.875rem]">
      {scopes.map((scope) => (
        <li key={scope}>
          {idleScopes.includes(scope) ? (
            <>
              <s>{t(scopeText(scope))}</s> <span className="block text-danger-text">{t("keys.idle")}</span>
            </>
          ) : (
            t(scopeText(scope))
          )}
        </li>
      ))}
    </ul>
  );
}

function Actions({ apiKey: { id, name, state }, onOpen }: { apiKey: ListedKey; onOpen: (question: KeyQuestion) => void }) {
  const { t } = useTranslation("admin-api");
  if (state === "revoked" || state === "expired") return null;
  return (
    <span className="flex flex-wrap gap-2">
      <DialogButton dialog={`rotate:${id}`} variant="outline" size="sm" onOpen={() => onOpen({ intent: "rotate", id, name })}>
        {t("keys.rotate")}
      </DialogButton>
      <DialogButton dialog={`revoke:${id}`} variant="danger" size="sm" onOpen={() => onOpen({ intent: "revoke", id, name })}>
        {t("keys.revoke")}
      </DialogButton>
    </span>
  );
}

type ConfirmProps = { question: KeyQuestion | undefined; onClose: () => void; onReplaced: (key: string) => void };

/** Asks before a key is replaced or revoked. */
function ConfirmKeyChange({ question, onClose, onReplaced }: ConfirmProps) {
  const { t } = useTranslation("admin-api");
  const intent = question?.intent ?? "revoke";
  return (
    <ConfirmDialog<KeyReply>
      open={question !== undefined}
      onClose={onClose}
      intent={intent}
      title={t(`keys.${intent}Title`, { name: question?.name ?? "" })}
      description={t(`keys.${intent}Text`)}
      confirmLabel={t(`keys.${intent}`)}
      tone={intent === "revoke" ? "danger" : "plain"}
      fields={{ id: question?.id ?? "" }}
      say={useKeyError()}
      done={({ made }) => (made === undefined ? t("keys.revoked") : undefined)}
      onDone={({ made }) => made !== undefined && onReplaced(made)}
      needsReauth
    />
  );
}
