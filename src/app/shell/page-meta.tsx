import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { requestedLocale, LOCALE_PARAM, localeTag, offeredLanguages } from "#shared/language/locale.ts";
import { useLocale } from "#ui/i18n/messages.ts";
import { useOrigin } from "#ui/navigation/origin.ts";

const DRAW = /^\/(?:lottery|draws)\/([0-9a-f-]{36})(?:\/live)?$/;
export function PageMeta() {
  const locale = useLocale();
  const origin = useOrigin();
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  if (origin === "") return null;
  const page = origin + pathname;
  const asked = requestedLocale(`${pathname}${search}`);
  const own = asked ? `${page}?${LOCALE_PARAM}=${asked}` : page;
  const draw = DRAW.exec(pathname)?.[1];
  const languages = offeredLanguages(locale);
  const picture = `${origin}/og/${draw ? `lottery/${draw}` : "shop"}.jpg?${LOCALE_PARAM}=${locale}`;
  return (
    <>
      <link rel="canonical" href={own} />
      {languages[1] && (
        <>
          {languages.map(({ locale: each }) => (
            <link key={each} rel="alternate" hrefLang={each} href={`${page}?${LOCALE_PARAM}=${each}`} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={page} />
        </>
      )}
      <meta property="og:site_name" content={t("shop")} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={own} />
      <meta property="og:locale" content={localeTag(locale).replace("-", "_")} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
