/** The calculation of the result in four steps, each with its value and verdict. */
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import { Check, X } from "#ui/icons.ts";
import type { LiveDraw, LiveResult } from "../../rules/live/live-draw.ts";
import type { RepeatedName } from "../../rules/live/repeat-draw.ts";
import { Fingerprint } from "../check/fingerprint.tsx";
import type { Repetition } from "./use-repeated-draw.ts";

type Props = { sealed: NonNullable<LiveDraw["sealed"]>; drawn: LiveResult | undefined; repetition: Repetition };

type StepProps = { name: string; note: string; step: { readonly agrees: boolean } | undefined; children: React.ReactNode };

/** One step. `step`: undefined before this device has repeated it. */
function Step({ name, note, step, children }: StepProps) {
  const { t } = useTranslation("live");
  return (
    <li className="live-step" data-verdict={step && (step.agrees ? "agrees" : "differs")}>
      <p className="live-step-name">
        {name}
        {step && (
          <span className={step.agrees ? "text-success" : "text-danger"}>
            {step.agrees ? (
              <Check size={18} strokeWidth={2.2} aria-hidden="true" />
            ) : (
              <X size={18} strokeWidth={2.2} aria-hidden="true" />
            )}
            <span className="sr-only">{t(step.agrees ? "steps.agrees" : "steps.differs")}</span>
          </span>
        )}
      </p>
      {children}
      <p className="live-step-note">{note}</p>
    </li>
  );
}

/** A hash as bars, which can be compared across a room, and its first digits. Undefined before it exists. */
function Hash({ hex, isNew }: { hex: string | undefined; isNew: boolean }) {
  const { t } = useTranslation("live");
  if (hex === undefined) {
    return (
      <div className="live-hash" data-ahead="">
        <span className="live-hash-empty" aria-hidden="true" />
        <p>{t("steps.notYet")}</p>
      </div>
    );
  }
  return (
    <div className="live-hash">
      <Fingerprint key={hex} hex={hex} className="text-current" isGrowing={isNew} />
      <p className="type-mono" translate="no">
        {hex.slice(0, 20)}…
      </p>
    </div>
  );
}

/** The calculation: what was sealed, the number that arrived, both combined, and the line that they pick. */
export function LiveSteps({ sealed, drawn, repetition }: Props) {
  const { t } = useTranslation("live");
  const { number, date } = useFormat();
  const values = {
    count: sealed.n,
    n: number(sealed.n),
    time: date(new Date(sealed.sealedAt), "clock"),
    sequence: number(sealed.sequence),
    round: number(sealed.round),
  };
  const stepOf = (name: RepeatedName) => repetition.steps.find(({ step }) => step === name);
  // While the device repeats the draw, a value appears once it is computed.
  const shown = (name: RepeatedName, published: string | undefined) =>
    repetition.phase === "running" ? stepOf(name)?.value : (stepOf(name)?.value ?? published);
  const line = stepOf("tickets")?.value;
  return (
    <section aria-label={t("steps.label")}>
      <ol className="live-steps">
        <Step name={t("steps.commitment")} note={t("steps.commitmentNote", values)} step={stepOf("commitment")}>
          <Hash hex={stepOf("commitment")?.value ?? sealed.commitment} isNew={stepOf("commitment") !== undefined} />
        </Step>
        <Step name={t("steps.number")} note={t("steps.numberNote", values)} step={stepOf("number")}>
          <Hash hex={shown("number", drawn?.randomness)} isNew={stepOf("number") !== undefined} />
        </Step>
        <Step name={t("steps.seed")} note={t("steps.seedNote")} step={stepOf("seed")}>
          <Hash hex={shown("seed", drawn?.seed)} isNew={stepOf("seed") !== undefined} />
        </Step>
        <Step name={t("steps.tickets")} note={t("steps.ticketsNote", values)} step={stepOf("tickets")}>
          {line === undefined ? (
            <p className="live-line" data-ahead="">
              {t("steps.of", values)}
            </p>
          ) : (
            <p className="live-line">{t("steps.line", { ...values, line: number(Number(line)) })}</p>
          )}
        </Step>
      </ol>
    </section>
  );
}
