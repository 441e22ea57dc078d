/** The four values, each with what it comes to in practice. */
import { useTranslation } from "react-i18next";

const VALUES = ["transparency", "security", "excellence", "innovation"] as const;

export function AboutValues() {
  const { t } = useTranslation("about");
  return (
    <dl className="mt-6 grid gap-x-10 gap-y-8 sm:grid-cols-2">
      {VALUES.map((value) => (
        <div key={value}>
          <dt className="type-h3">{t(`values.${value}`)}</dt>
          <dd className="mt-1.5 text-muted">{t(`values.${value}Text`)}</dd>
        </div>
      ))}
    </dl>
  );
}
