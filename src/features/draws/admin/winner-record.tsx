/** Who won, for the Advertising Standards Authority: fetched on demand, after fresh proof, and never part of the page. */
import { useTranslation } from "react-i18next";
import { useActionData, useFetcher } from "react-router";
import type { WinnerRecord as Disclosed } from "#features/lotteries/server/winner-records.ts";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { useReply } from "#ui/fields/use-reply.ts";
import { useFormat } from "#ui/i18n/messages.ts";

export type DiscloseReply = {
  readonly intent: "disclose";
  readonly error: "not_found" | "failed" | undefined;
  /** Of which draw; its record, where there was no error. */
  readonly disclosed: { readonly lotteryId: string; readonly record: Omit<Disclosed, "userId"> } | undefined;
};

export function WinnerRecord({ lotteryId }: { lotteryId: string }) {
  const { t } = useTranslation("admin-draws");
  const fetcher = useFetcher<DiscloseReply>();
  // Without scripts the form is the document's.
  const sent = useActionData<DiscloseReply | { readonly disclosed?: undefined }>();
  useReply(fetcher, ({ error }) => {
    if (error !== undefined) toastError(t(error === "not_found" ? "winners.record.none" : "winners.record.failed"));
  });
  const disclosed = fetcher.data?.disclosed ?? sent?.disclosed;
  return (
    <Allowed right="winners.disclose">
      {disclosed?.lotteryId === lotteryId ? (
        <Facts record={disclosed.record} />
      ) : (
        <fetcher.Form method="post" action="/admin/winners" className="mt-3 grid justify-items-start gap-2" data-needs-proof>
          <input type="hidden" name="intent" value="disclose" />
          <input type="hidden" name="lotteryId" value={lotteryId} />
          <Button type="submit" variant="outline" size="sm" busy={fetcher.state !== "idle"}>
            {t("winners.record.show")}
          </Button>
          <p className="admin-note">{t("winners.record.hint")}</p>
        </fetcher.Form>
      )}
    </Allowed>
  );
}

function Facts({ record: { firstName, lastName, county, wonAt } }: { record: Omit<Disclosed, "userId"> }) {
  const { t } = useTranslation("admin-draws");
  const { date } = useFormat();
  const facts = [
    [t("winners.record.name"), `${firstName} ${lastName}`.trim()],
    [t("winners.record.county"), county ?? t("winners.record.unknown")],
    [t("winners.record.since"), date(wonAt)],
  ] as const;
  return (
    <section className="mt-4 border-t border-line pt-3" aria-label={t("winners.record.title")}>
      <h4 className="font-[560]">{t("winners.record.title")}</h4>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="admin-note mt-2">{t("winners.record.logged")}</p>
    </section>
  );
}

export type NamingReply = { readonly intent: "name"; readonly error: "not_found" | "winner_changed" | "failed" | undefined };

type NamingProps = { lotteryId: string; ticketNumber: number; isHidden: boolean };

export function Naming({ lotteryId, ticketNumber, isHidden }: NamingProps) {
  const { t } = useTranslation("admin-draws");
  const fetcher = useFetcher<NamingReply>();
  useReply(fetcher, ({ error }) => {
    if (error === "winner_changed") toastError(`${t("winners.updateFailed")}. ${t("winners.winnerChanged")}`);
    else if (error !== undefined) toastError(t("winners.updateFailed"));
  });
  return (
    <>
      {isHidden && <p className="admin-note mt-2">{t("winners.nameHidden")}</p>}
      <Allowed right="winners.write">
        <fetcher.Form method="post" action="/admin/winners" className="mt-2">
          <input type="hidden" name="intent" value="name" />
          <input type="hidden" name="lotteryId" value={lotteryId} />
          <input type="hidden" name="shown" value={ticketNumber} />
          <input type="hidden" name="isHidden" value={String(!isHidden)} />
          <Button type="submit" variant="outline" size="sm" busy={fetcher.state !== "idle"}>
            {t(isHidden ? "winners.showName" : "winners.hideName")}
          </Button>
        </fetcher.Form>
      </Allowed>
    </>
  );
}
