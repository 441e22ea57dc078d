/** The head of every page but home: its title before the shop's name. */
import { useTranslation } from "react-i18next";

export function PageHead({ title, description, pictureAlt }: { title: string; description?: string; pictureAlt?: string }) {
  const whole = `${title} – ${useTranslation("common").t("shop")}`;
  return description === undefined ? (
    <title>{whole}</title>
  ) : (
    <DocumentHead title={whole} description={description} pictureAlt={pictureAlt} />
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
