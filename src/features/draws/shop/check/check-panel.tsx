/** The progress and the outcome of the check in the browser. */
import { useTranslation } from "react-i18next";
import { SoldBar } from "#ui/draws/sold-bar.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { type CheckState, differsAt, PART_NAMES } from "../../rules/check-state.ts";

/** `total`: the number of lines in the list. */
type Props = { check: CheckState; total: number; isDemo: boolean };

/** What time stamps prove beyond the draw's own steps. */
function Witnessed({ check: { witness, results }, isDemo }: { check: CheckState; isDemo: boolean }) {
  const { t } = useTranslation("pastdraws");
  const { date, number } = useFormat();
  if (!witness) return null;
  const first = witness.witnesses.find((each) => each.ok);
  const at = first && new Date(first.value.at);
  const hasPrize = results.some(({ step, verdict }) => step === "prize" && verdict === "agrees");
  const lines = [
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
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

/** Whether all steps agree, and else the first that differs. */
function Outcome({ check, total, isDemo }: Props) {
  const { t } = useTranslation("pastdraws");
  const { number } = useFormat();
  const difference = differsAt(check);
  if (difference) {
    const values = { step: PART_NAMES.indexOf(difference.part) + 1, name: t(`${difference.part}.title`) };
    return (
      <Note tone="danger" title={t("check.no", values)}>
        {t("check.noText")}
      </Note>
    );
  }
  const seconds = number(Math.max(0.1, Math.round((check.ms ?? 0) / 100) / 10));
  return (
    <Note tone="success" title={t("check.yes")}>
      {t("check.yesText", { count: total, tickets: number(total), seconds })}
      <Witnessed check={check} isDemo={isDemo} />
    </Note>
  );
}

/** Why the check could not run: no proof, a missing file, or no network. */
function Failure({ check: { failure } }: { check: CheckState }) {
  const { t } = useTranslation("pastdraws");
  if (failure?.kind === "not_a_proof") {
    return (
      <Note tone="danger" title={t("check.notAProof")}>
        {t("check.notAProofText", { problem: failure.problem })}
      </Note>
    );
  }
  if (failure?.kind === "withheld") {
    return (
      <Note tone="danger" title={t("check.withheld")}>
        {t("check.withheldText", { file: failure.file, status: failure.status })}
      </Note>
    );
  }
  return (
    <Note tone="warn" title={t("check.unreachable")}>
      {t("check.unreachableText")}
    </Note>
  );
}

/** The live region exists from the start, so that each text is announced politely and once. */
export function CheckPanel({ check, total, isDemo }: Props) {
  const { t } = useTranslation("pastdraws");
  const { number } = useFormat();
  const values = { lines: number(check.lines), total: number(total) };
  return (
    <div className={check.phase === "idle" ? undefined : "mb-9"}>
      {check.phase === "running" && (
        <SoldBar
          sold={check.lines}
          total={total}
          label={t("check.running")}
          start={t("entries.running", values)}
          className="py-4"
        />
      )}
      <div role="status">
        {check.phase === "running" && <p className="sr-only">{t("check.running")}</p>}
        {check.phase === "failed" && <Failure check={check} />}
        {check.phase === "done" && <Outcome check={check} total={total} isDemo={isDemo} />}
      </div>
    </div>
  );
}
