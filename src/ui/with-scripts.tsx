/** What cannot be done without scripts: whoever has none reads that, and finds no button that does nothing. Wants the words of `admin`. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

export function WithScripts({ children }: { children: ReactNode }) {
  const { t } = useTranslation("admin");
  return (
    <>
      <noscript>
        <p className="admin-note">{t("kit.needsScripts")}</p>
      </noscript>
      <div className="with-scripts">{children}</div>
    </>
  );
}
