/** The rules of a new password, with a mark at those that are met. */
import { useTranslation } from "react-i18next";
import { Circle, CircleCheck } from "../icons.ts";
import { VisuallyHidden } from "../visually-hidden.tsx";

type Props = {
  id?: string;
  label: string;
  rules: readonly { readonly label: string; readonly met: boolean }[];
};

export function PasswordChecklist({ id, label, rules }: Props) {
  const { t } = useTranslation("common");
  return (
    <ul id={id} aria-label={label} className="grid gap-1.5 text-sm">
      {rules.map((rule) => (
        <li key={rule.label} className={`flex items-center gap-2.5 ${rule.met ? "text-ink" : "text-muted"}`}>
          {rule.met ? (
            <CircleCheck size={18} strokeWidth={1.8} className="flex-none text-success" aria-hidden="true" />
          ) : (
            <Circle size={18} strokeWidth={1.4} className="flex-none text-faint" aria-hidden="true" />
          )}
          {rule.label} <VisuallyHidden>{rule.met ? t("password.met") : t("password.notMet")}</VisuallyHidden>
        </li>
      ))}
    </ul>
  );
}
