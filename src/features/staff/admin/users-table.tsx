/** Table of all users in the back office. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { DialogOpener } from "#ui/feedback/dialog-button.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { Icon } from "#ui/icon.tsx";
import { Mail, Pause, ShieldOff, Trash2 } from "#ui/icons.ts";
import { DataTable, type SortOrder } from "#ui/lists/data-table.tsx";
import { LogLink } from "#ui/log-link.tsx";
import { EmailText } from "#ui/text/email-text.tsx";
import type { UserList } from "../server/users/list-users.ts";

/** A row of the table. */
export type ListedUser = UserList["users"][number];

type Props = {
  users: readonly ListedUser[];
  sorted: SortOrder;
  empty: ReactNode;
  onDelete: OnPress;
  onResetFactor: OnPress;
  onExclude: OnPress;
};
/** Opens the dialog of an action for this user. */
type OnPress = (user: { readonly id: string; readonly name: string }) => void;
type RowActionProps = { user: ListedUser; dialog: string; label: string; Icon: Icon; onPress: OnPress; danger?: boolean };

/** Users with buttons for what the role may do. */
export function UsersTable({ users, sorted, empty, onDelete, onResetFactor, onExclude }: Props) {
  const { t } = useTranslation(["admin-people", "admin"]);
  const { date } = useFormat();
  return (
    <DataTable
      caption={t("users.title")}
      rows={users}
      rowKey={({ id }) => id}
      sorted={sorted}
      empty={empty}
      columns={[
        { id: "name", header: t("users.user"), sorts: true, card: "title", cell: (user) => <Who user={user} /> },
        { id: "contact", header: t("users.contact"), cell: (user) => <ContactDetails user={user} /> },
        {
          id: "birthDate",
          header: t("users.birthDate"),
          sorts: true,
          cell: ({ birthDate }) => (birthDate === undefined ? "–" : date(birthDate, "short")),
        },
        { id: "joined", header: t("users.joined"), sorts: true, cell: ({ createdAt }) => date(createdAt, "short") },
        {
          id: "actions",
          header: t("users.actions"),
          end: true,
          card: "bare",
          cell: (user) => (
            <div className="flex justify-end gap-1">
              <LogLink subject={user.id} named={nameOf(user)} />
              <Allowed right="messages.read">
                <Link
                  to={`/admin/users/${user.id}`}
                  className="icon-btn"
                  title={t("users.messages")}
                  aria-label={t("admin:kit.named", { name: t("users.messages"), text: nameOf(user) })}
                >
                  <Mail size={18} strokeWidth={1.6} aria-hidden="true" />
                </Link>
              </Allowed>
              {user.hasSecondFactor && (
                <Allowed right="people.reset_factor">
                  <RowAction
                    user={user}
                    dialog="reset-factor"
                    label={t("users.factorReset")}
                    Icon={ShieldOff}
                    onPress={onResetFactor}
                  />
                </Allowed>
              )}
              <Allowed right="people.exclude">
                <RowAction user={user} dialog="rest" label={t("users.restStart")} Icon={Pause} onPress={onExclude} />
              </Allowed>
              <Allowed right="people.erase">
                <RowAction user={user} dialog="delete" label={t("users.delete")} Icon={Trash2} onPress={onDelete} danger />
              </Allowed>
            </div>
          ),
        },
      ]}
    />
  );
}

/** First and last name. */
export const nameOf = ({ firstName, lastName }: ListedUser) => `${firstName} ${lastName}`.trim();

function Who({ user }: { user: ListedUser }) {
  const { t } = useTranslation("admin-people");
  return (
    <div>
      <span className="flex flex-wrap items-center gap-x-2.5">
        <Link to={`/profile?uid=${user.id}`} className="inline-flex min-h-7 items-center font-[560] hover:underline">
          {nameOf(user)}
        </Link>
        {user.isAdmin && <Badge tone="completed">{t("users.administrator")}</Badge>}
      </span>
      <span translate="no" className="type-mono block text-[0.8125rem] text-muted">
        {user.id}
      </span>
    </div>
  );
}

function ContactDetails({ user: { email, phone } }: { user: ListedUser }) {
  return (
    <div>
      <EmailText address={email} />
      {phone && <span className="block text-muted">{phone}</span>}
    </div>
  );
}

/** An icon button whose accessible name includes the user. */
function RowAction({ user, dialog, label, Icon, onPress, danger = false }: RowActionProps) {
  const { t } = useTranslation("admin");
  const name = nameOf(user);
  return (
    <DialogOpener dialog={`${dialog}:${user.id}`} onOpen={() => onPress({ id: user.id, name })}>
      <button
        type="submit"
        className={`icon-btn ${danger ? "text-danger" : ""}`}
        title={label}
        aria-label={t("kit.named", { name: label, text: name })}
      >
        <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </DialogOpener>
  );
}
