import { useTranslation } from "react-i18next";
import { COOKIE_PAGE, customiseCookies } from "./stored-consent.ts";

/** Opens the cookie settings; without scripts, a link to their page. */
export function CookieSettingsButton() {
  const { t } = useTranslation("footer");
  return (
    <>
      <button type="button" className="link-quiet needs-scripts" onClick={() => customiseCookies(true)}>
        {t("cookieSettings")}
      </button>
      <noscript>
        <a href={COOKIE_PAGE} className="link-quiet">
          {t("cookieSettings")}
        </a>
      </noscript>
    </>
  );
}
