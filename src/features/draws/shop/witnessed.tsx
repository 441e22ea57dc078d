/** After a check: what was witnessed by somebody outside, and what nobody can witness. */
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import type { CheckState } from "../rules/check-state.ts";

export function Witnessed({ check: { witness, results }, isDemo }: { check: CheckState; isDemo: boolean }) {
  const { t } = useTranslation("pastdraws");
  const { date, number } = useFormat();
  if (!witness) return null;
  const first = witness.witnesses.find((each) => each.ok);
  const at = first && new Date(first.value.at);
  const hasPrize = results.some(({ step, verdict }) => step === "prize" && verdict === "agrees");
  const said = [
    first && at
      ? t(isDemo ? "witnessed.commitmentDemo" : "witnessed.commitment", {
          authority: first.value.authority,
          date: date(at),
          time: date(at, "clock"),
          round: number(witness.round),
        })
      : t("witnessed.noCommitment"),
    t(hasPrize ? "witnessed.prize" : "witnessed.noPrize"),
    t("witnessed.before"),
    t("witnessed.owners"),
  ];
  return (
    <>
      <p className="mt-3 font-[560] text-ink">{t("witnessed.title")}</p>
      <ul className="mt-1 grid list-disc gap-1 ps-5">
        {said.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
