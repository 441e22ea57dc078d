/** Everybody who has an account: who, how to reach them, since when, and the way to delete them. */
import { Coffee, ShieldOff, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { EmailText } from "#ui/email-text.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable, type Sorted } from "#ui/lists/data-table.tsx";
import { LogLink } from "#ui/log-link.tsx";
import type { UserList } from "../server/list-users.ts";

export type ListedUser = UserList["users"][number];

type Props = {
  users: readonly ListedUser[];
  sorted: Sorted;
  empty: ReactNode;
  onDelete: (user: { readonly id: string; readonly name: string }) => void;
  onResetFactor: (user: { readonly id: string; readonly name: string }) => void;
  onRest: (user: { readonly id: string; readonly name: string }) => void;
};

export function UsersTable({ users, sorted, empty, onDelete, onResetFactor, onRest }: Props) {
  const { t } = useTranslation("admin-people");
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
        { id: "contact", header: t("users.contact"), cell: (user) => <Reach user={user} /> },
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
              {user.hasSecondFactor && (
                <Allowed right="people.reset_factor">
                  <ResetFactor user={user} onResetFactor={onResetFactor} />
                </Allowed>
              )}
              <Allowed right="people.rest">
                <Rest user={user} onRest={onRest} />
              </Allowed>
              <Allowed right="people.erase">
                <Delete user={user} onDelete={onDelete} />
              </Allowed>
            </div>
          ),
        },
      ]}
    />
  );
}

const nameOf = ({ firstName, lastName }: ListedUser) => `${firstName} ${lastName}`.trim();

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
      <span className="type-mono block text-[0.8125rem] text-muted">{user.id}</span>
    </div>
  );
}

function Reach({ user: { email, phone } }: { user: ListedUser }) {
  return (
    <div>
      <EmailText address={email} />
      {phone && <span className="block text-muted">{phone}</span>}
    </div>
  );
}

function ResetFactor({ user, onResetFactor }: { user: ListedUser; onResetFactor: Props["onResetFactor"] }) {
  const { t } = useTranslation(["admin-people", "admin"]);
  return (
    <button
      type="button"
      className="icon-btn"
      title={t("users.factorReset")}
      aria-label={t("admin:kit.named", { name: t("users.factorReset"), text: nameOf(user) })}
      onClick={() => onResetFactor({ id: user.id, name: nameOf(user) })}
    >
      <ShieldOff size={18} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}

function Rest({ user, onRest }: { user: ListedUser; onRest: Props["onRest"] }) {
  const { t } = useTranslation(["admin-people", "admin"]);
  return (
    <button
      type="button"
      className="icon-btn"
      title={t("users.restStart")}
      aria-label={t("admin:kit.named", { name: t("users.restStart"), text: nameOf(user) })}
      onClick={() => onRest({ id: user.id, name: nameOf(user) })}
    >
      <Coffee size={18} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}

function Delete({ user, onDelete }: { user: ListedUser; onDelete: Props["onDelete"] }) {
  const { t } = useTranslation(["admin-people", "admin"]);
  return (
    <button
      type="button"
      className="icon-btn text-danger"
      title={t("users.delete")}
      aria-label={t("admin:kit.named", { name: t("users.delete"), text: nameOf(user) })}
      onClick={() => onDelete({ id: user.id, name: nameOf(user) })}
    >
      <Trash2 size={18} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}
