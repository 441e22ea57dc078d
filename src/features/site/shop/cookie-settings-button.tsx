/** Opens the cookie settings again, from the foot of every page. Without scripts there is nothing to set. */
import { useTranslation } from "react-i18next";
import { customiseCookies } from "./consent-store.ts";

export function CookieSettingsButton() {
  const { t } = useTranslation("footer");
  return (
    <button type="button" className="link-quiet needs-scripts" onClick={() => customiseCookies(true)}>
      {t("cookieSettings")}
    </button>
  );
}
