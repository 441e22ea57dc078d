/** One step of a proof: its explanation, its values, and the verdict of the check. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Check, ChevronDown, Minus, X } from "#ui/icons.ts";
import { type CheckState, differences, type PartName, verdictOf } from "../../rules/check-state.ts";

type Props = {
  part: PartName;
  /** From 1. */
  number: number;
  title: string;
  text: ReactNode;
  /** The step has not happened yet. */
  isAhead?: boolean;
  check: CheckState;
  children: ReactNode;
  /** Details for the curious, folded. */
  more?: ReactNode;
};

const VERDICTS = {
  agrees: { text: "agrees", colour: "text-success", icon: Check },
  differs: { text: "differs", colour: "text-danger", icon: X },
  unchecked: { text: "unchecked", colour: "text-muted", icon: Minus },
} as const;

/** Published and computed values, in English, with the names of `proof.json` to find them there. */
function Differences({ check, part }: { check: CheckState; part: PartName }) {
  const { t } = useTranslation("pastdraws");
  return (
    <dl className="proof-differences">
      {differences(check, part).map(({ name, claimed, computed }) => (
        <div key={name} className="grid gap-1">
          <dt className="proof-hex text-danger" lang="en">
            {name}
          </dt>
          <dd className="grid gap-1">
            <span className="type-tiny">{t("check.says")}</span>
            <span className="proof-hex" lang="en">
              {claimed}
            </span>
            <span className="type-tiny">{t("check.shouldBe")}</span>
            <span className="proof-hex" lang="en">
              {computed}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function ProofStep({ part, number, title, text, isAhead = false, check, children, more }: Props) {
  const { t } = useTranslation("pastdraws");
  const verdict = verdictOf(check, part);
  const label = verdict === "waiting" || verdict === "running" ? undefined : VERDICTS[verdict];
  const Icon = label?.icon;
  return (
    <li className="proof-step" data-verdict={verdict} data-ahead={isAhead ? "" : undefined}>
      <span className="proof-dot" aria-hidden="true">
        {Icon ? <Icon size={18} strokeWidth={2.2} /> : number}
      </span>
      <div className="min-w-0">
        <div className="flex items-baseline justify-between gap-4 pt-1.5">
          <h3 className="type-h3">{label ? `${number}. ${title}` : title}</h3>
          {label && <span className={`proof-verdict ${label.colour}`}>{t(`check.${label.text}`)}</span>}
        </div>
        <p className="mt-1.5 max-w-[62ch] text-muted">{text}</p>
        {children}
        {verdict === "differs" && <Differences check={check} part={part} />}
        {more && (
          <details className="proof-more">
            <summary>
              {t("steps.curious")}
              <ChevronDown size={16} strokeWidth={1.8} aria-hidden="true" />
            </summary>
            <div className="type-small max-w-[68ch] pb-2">{more}</div>
          </details>
        )}
      </div>
    </li>
  );
}
