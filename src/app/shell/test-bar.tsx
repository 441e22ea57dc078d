import { useTranslation } from "react-i18next";

/** Takes the demonstration bar's place and height. */
export function TestBar() {
  const { t } = useTranslation("common");
  return (
    <aside aria-label={t("testMode.label")} className="demo-bar test-bar">
      <p className="wrap flex h-full items-center gap-2.5 leading-tight">
        <span className="size-2 flex-none rounded-full bg-warn" />
        <span className="max-md:hidden print:inline">{t("testMode.text")}</span>
        <span className="md:hidden print:hidden">{t("testMode.short")}</span>
      </p>
    </aside>
  );
}
