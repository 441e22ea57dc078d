/** The kept record of a winner (name and county), disclosed on request; and whether the name is public. */
import { useTranslation } from "react-i18next";
import type { WinnerRecord as Disclosed } from "#features/lotteries/server/prize/winner-records.ts";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import { toastError } from "#ui/feedback/toast.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { type CodeOf, errorOf, type FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { useSubmission } from "#ui/forms/use-submission.ts";
import { useFormat } from "#ui/i18n/messages.ts";

/** `disclosed`: the record, for the prize of this place. */
export type DiscloseReply = FormReply<"disclose", "not_found" | "failed"> & {
  readonly disclosed?:
    | { readonly lotteryId: string; readonly place: number; readonly record: Omit<Disclosed, "userId"> }
    | undefined;
};

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

/** A button that shows the record. Each disclosure is logged. */
export function WinnerRecord({ lotteryId, place }: { lotteryId: string; place: number }) {
  const { t } = useTranslation("admin-draws");
  const { Form, isBusy, reply } = useSubmission<DiscloseReply>({
    intent: "disclose",
    isMine: ({ disclosed }) => disclosed?.lotteryId === lotteryId && disclosed.place === place,
    onReply: (reply) => {
      const error = errorOf(reply);
      if (error) toastError(t(error === "not_found" ? "winners.record.none" : "winners.record.failed"));
    },
  });
  return (
    <Allowed right="winners.disclose">
      {reply?.disclosed ? (
        <Facts record={reply.disclosed.record} />
      ) : (
        <ShopFormFrame
          form={{ Form, intent: "disclose" }}
          action="/admin/winners"
          fields={{ lotteryId, place: String(place) }}
          needsReauth
          className="mt-3 grid justify-items-start gap-2"
        >
          <Button type="submit" variant="outline" size="sm" busy={isBusy}>
            {t("winners.record.show")}
          </Button>
          <p className="admin-note">{t("winners.record.hint")}</p>
        </ShopFormFrame>
      )}
    </Allowed>
  );
}

export type NamingReply = FormReply<"name", "not_found" | "winner_changed" | "failed">;

type NamingProps = { lotteryId: string; place: number; ticketNumber: number; isHidden: boolean };

/** The button that hides the winner's name from the public, or shows it again. */
export function Naming({ lotteryId, place, ticketNumber, isHidden }: NamingProps) {
  const { t } = useTranslation("admin-draws");
  const say = (code: CodeOf<NamingReply>) =>
    t("winners.updateFailed") + (code === "winner_changed" ? `. ${t("winners.winnerChanged")}` : "");
  return (
    <>
      {isHidden && <p className="admin-note mt-2">{t("winners.nameHidden")}</p>}
      <Allowed right="winners.write">
        <ActionButton<NamingReply>
          intent="name"
          action="/admin/winners"
          fields={{ lotteryId, place: String(place), shown: String(ticketNumber), isHidden: String(!isHidden) }}
          say={say}
          formClassName="mt-2"
          variant="outline"
          size="sm"
        >
          {t(isHidden ? "winners.showName" : "winners.hideName")}
        </ActionButton>
      </Allowed>
    </>
  );
}
