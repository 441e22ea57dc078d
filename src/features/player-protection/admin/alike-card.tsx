/** Accounts that may belong to an excluded player: staff decide whether they are the same person. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { PossibleMatch } from "#features/accounts/server/person/same-person.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";

/** Reply to the form that lifts an exclusion. */
export type AlikeReply = FormReply<"tell_apart", "not_found" | "reason_needed" | "failed">;

/** Table of possible matches. */
export function AlikeCard({ alike }: { alike: readonly PossibleMatch[] }) {
  const { t } = useTranslation("admin-care");
  const { date } = useFormat();
  return (
    <AdminCard title={t("alike.title")} note={t("alike.note")} flush className="mt-6">
      <DataTable
        caption={t("alike.title")}
        rows={alike}
        rowKey={({ id, excluded }) => `${id} ${excluded?.id}`}
        empty={<EmptyState title={t("alike.none")} />}
        columns={[
          { id: "who", header: t("care.who"), card: "title", cell: (row) => <Person {...row} /> },
          {
            id: "excluded",
            header: t("alike.excluded"),
            cell: ({ excluded }) => (excluded ? <Person {...excluded} /> : t("alike.gone")),
          },
          {
            id: "why",
            header: t("care.why"),
            cell: ({ likeness, isRefused }) => (
              <span className="grid gap-1">
                {t(`alike.likeness.${likeness}`)}
                <span>
                  {isRefused ? (
                    <Badge tone="active">{t("alike.refused")}</Badge>
                  ) : (
                    <Badge tone="completed">{t("alike.notRefused")}</Badge>
                  )}
                </span>
              </span>
            ),
          },
          { id: "until", header: t("alike.until"), cell: ({ until }) => date(until, "short") },
          {
            id: "act",
            header: t("alike.act"),
            cell: (row) => (
              <Allowed right="people.exclude">
                <NotSamePersonForm match={row} />
              </Allowed>
            ),
          },
        ]}
      />
    </AdminCard>
  );
}

function Person({ id, name, email }: { id: string; name: string; email: string | undefined }) {
  const { t } = useTranslation("admin-care");
  return (
    <span className="grid wrap-anywhere">
      <Link to={`/profile?uid=${id}`} className="inline-flex min-h-7 items-center font-[560] hover:underline">
        <bdi>{name || t("care.nameless")}</bdi>
      </Link>
      {email}
    </span>
  );
}

/** Lifts the exclusion, with a reason: the account is another person's. */
function NotSamePersonForm({ match }: { match: PossibleMatch }) {
  const { t } = useTranslation("admin-care");
  const form = useShopForm<AlikeReply>({
    intent: "tell_apart",
    isMine: ({ refused }) => refused === undefined || refused.initialValue?.user === match.id,
    say: (code) => t(`alike.errors.${code}`),
    onDone: () => toastSuccess(t("alike.said")),
  });
  const fields = { user: match.id, until: new Date(match.until).toISOString() };
  return (
    <details open={form.isRefused || undefined}>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">{t("alike.tellApart")}</summary>
      <ShopFormFrame form={form} fields={fields} className="grid min-w-52 gap-2">
        <TypedGuard isUnsaved={form.isRefused} />
        <FormProblem form={form} />
        <TextField
          {...form.field("reason")}
          id={`apart-${match.id}-${match.excluded?.id}`}
          label={t("alike.reason")}
          maxLength={500}
        />
        <Button type="submit" variant="outline" size="sm" busy={form.isBusy}>
          {t("alike.confirm")}
        </Button>
      </ShopFormFrame>
    </details>
  );
}
