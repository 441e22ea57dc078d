/** The four steps of buying a ticket, with the current one marked. */
import { useTranslation } from "react-i18next";
import { Check } from "../icons.ts";
import { VisuallyHidden } from "../visually-hidden.tsx";

const steps = ["tickets", "question", "payment", "numbers"] as const;

export function PurchaseSteps({ current, className = "" }: { current: (typeof steps)[number] | "done"; className?: string }) {
  const { t } = useTranslation("common");
  const at = current === "done" ? steps.length : steps.indexOf(current);
  return (
    <ol aria-label={t("steps.label")} className={`steps ${className}`}>
      {steps.map((step, index) => (
        <li key={step} data-done={index < at ? "" : undefined} aria-current={index === at ? "step" : undefined}>
          {index < at && <Check size={14} strokeWidth={2.2} aria-hidden="true" />}
          {t(`steps.${step}`)}
          {index < at && <VisuallyHidden> ({t("steps.done")})</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
