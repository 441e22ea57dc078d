/** Who helps when playing is no longer fun. Addresses and number: gambleaware.org, gamcare.org.uk. */
import { useTranslation } from "react-i18next";

const HELP = [
  { id: "helpline", href: "tel:+448088020133" },
  { id: "gambleAware", href: "https://www.gambleaware.org" },
  { id: "gamCare", href: "https://www.gamcare.org.uk" },
] as const;

export function SaferPlayHelp() {
  const { t } = useTranslation("profile");
  return (
    <>
      <p className="mt-2 text-muted">{t("saferPlay.help.text")}</p>
      <ul className="mt-3 grid gap-1">
        {HELP.map(({ id, href }) => (
          <li key={id}>
            <a href={href} className="inline-block py-2.5 leading-normal underline underline-offset-4" rel="noreferrer">
              {t(`saferPlay.help.${id}`)}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
