/** Accounts that are, or may be, an excluded player's: staff decide whether they are one person. */
import { useTranslation } from "react-i18next";
import { Link, useFetcher } from "react-router";
import type { Alike } from "#features/accounts/server/same-person.ts";
import { AdminCard } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TypedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useAnswer, useReply } from "#ui/fields/use-reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import { EmptyState } from "#ui/lists/empty-state.tsx";

/** Without `error` it is done. */
export type AlikeReply = { readonly intent: "tell_apart"; readonly error: "not_found" | "reason_needed" | "failed" | undefined };

export function AlikeCard({ alike }: { alike: readonly Alike[] }) {
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
              <span className="grid justify-items-start gap-1">
                {t(`alike.likeness.${likeness}`)}
                {isRefused ? (
                  <Badge tone="active">{t("alike.refused")}</Badge>
                ) : (
                  <Badge tone="completed">{t("alike.notRefused")}</Badge>
                )}
              </span>
            ),
          },
          { id: "until", header: t("alike.until"), cell: ({ until }) => date(until, "short") },
          {
            id: "act",
            header: t("alike.act"),
            cell: (row) => (
              <Allowed right="people.rest">
                <TellApart of={row} />
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

function TellApart({ of }: { of: Alike }) {
  const { t } = useTranslation("admin-care");
  const fetcher = useFetcher<AlikeReply>();
  useReply(fetcher, ({ error }) => {
    if (error === undefined) toastSuccess(t("alike.said"));
    else if (error !== "reason_needed") toastError(t(`alike.errors.${error}`));
  });
  const { error } = useAnswer(fetcher, "tell_apart") ?? {};
  return (
    <details>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">{t("alike.tellApart")}</summary>
      <fetcher.Form method="post" className="grid min-w-52 gap-2">
        <TypedGuard isUnsaved={error !== undefined} />
        <input type="hidden" name="user" value={of.id} />
        <input type="hidden" name="until" value={new Date(of.until).toISOString()} />
        <TextField
          id={`apart-${of.id}-${of.excluded?.id}`}
          name="reason"
          label={t("alike.reason")}
          maxLength={500}
          error={error === "reason_needed" ? t("alike.errors.reason_needed") : undefined}
        />
        <Button type="submit" variant="outline" size="sm" busy={fetcher.state !== "idle"}>
          {t("alike.confirm")}
        </Button>
      </fetcher.Form>
    </details>
  );
}
