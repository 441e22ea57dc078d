/** The head of a page: its title, and for public pages the description for search engines and networks. */
import { useTranslation } from "react-i18next";

/** The head of every page but home: the page's title before the shop's name. */
export function PageHead({ title, description, pictureAlt }: { title: string; description?: string; pictureAlt?: string }) {
  const fullTitle = `${title} – ${useTranslation("common").t("shop")}`;
  return description === undefined ? (
    <title>{fullTitle}</title>
  ) : (
    <DocumentHead title={fullTitle} description={description} pictureAlt={pictureAlt} />
  );
}

type Head = { title: string; description: string; pictureAlt?: string | undefined };

/** `title` includes the shop's name; `pictureAlt` describes a draw's own share picture. */
export function DocumentHead({ title, description, pictureAlt }: Head) {
  const { t } = useTranslation("common");
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image:alt" content={pictureAlt ?? t("shop")} />
    </>
  );
}
