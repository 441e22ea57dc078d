/** The sealed prize and the time stamps of the commitment, for its step of the proof. */
import { useTranslation } from "react-i18next";
import { PrizeHistory } from "#ui/draws/prize-history.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Check, Minus, X } from "#ui/icons.ts";
import type { CheckState } from "../../rules/check-state.ts";
import type { DrawRecord, Sealed } from "../../rules/draw-record.ts";
import { PlainValue, ProofValue } from "./proof-value.tsx";

type Props = { record: DrawRecord; sealed: Sealed; check: CheckState };

/** The hash of the prize document, and what was added to the prize. `computed`: the hash of the check. */
export function SealedPrize({ record, sealed: { prize }, computed }: Omit<Props, "check"> & { computed: string | undefined }) {
  const { t } = useTranslation("pastdraws");
  if (!prize) return <p className="type-small mt-3">{t("sealedPrize.none")}</p>;
  return (
    <>
      <ProofValue name={t("sealedPrize.value")} hex={prize.sha256} computed={computed} />
      {record.additions.length > 0 && (
        <div className="mt-5">
          <p className="mb-3 font-[560]">{t("sealedPrize.improved")}</p>
          <PrizeHistory additions={record.additions} />
        </div>
      )}
    </>
  );
}

/** The prize document in full. */
export function PrizeText({ sealed: { prize } }: { sealed: Sealed }) {
  const { t } = useTranslation("pastdraws");
  if (!prize) return null;
  return (
    <>
      <p className="mt-3">{t("sealedPrize.curious")}</p>
      <PlainValue name="prize.json" text={prize.document} />
    </>
  );
}

/** Shows the shop's claim until the check has verified the tokens, then their content. */
export function Witnesses({ record, sealed, check }: Props) {
  const { t } = useTranslation("pastdraws");
  const { date, number } = useFormat();
  const round = number(sealed.round);
  const timeValues = (at: number) => ({ date: date(new Date(at)), time: date(new Date(at), "clock"), round });
  const checked = check.witness?.witnesses;
  const lines = checked
    ? checked.map((each) => ({
        text: each.ok
          ? t("witness.checked", { authority: each.value.authority, ...timeValues(each.value.at) })
          : t("witness.bad", { authority: each.url }),
        icon: each.ok ? <Check size={18} className="text-success" /> : <X size={18} className="text-danger" />,
      }))
    : sealed.stamps.map(({ authority, at }) => ({
        text: t("witness.stamped", { authority, ...timeValues(at) }),
        icon: <Minus size={18} />,
      }));
  if (lines.length === 0) return <p className="type-small mt-4">{t(record.drawn ? "witness.nobody" : "witness.nobodyYet")}</p>;
  return (
    <ul className="type-small mt-4 grid gap-1.5">
      {lines.map(({ text, icon }) => (
        <li key={text} className="flex gap-2.5 [overflow-wrap:anywhere]">
          <span className="mt-px flex-none" aria-hidden="true">
            {icon}
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}
