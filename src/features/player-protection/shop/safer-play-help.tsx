import { useTranslation } from "react-i18next";
import { HELP_ORGANISATIONS, type HelpOrganisation } from "#features/accounts/rules/person/help-organisations.ts";
import { formatDate } from "#shared/dates/dates.ts";
import { useLocale } from "#ui/i18n/messages.ts";

/**
 * Organisations that help, with phone numbers and sites. `checkedAt`: when the operator last checked them.
 */
export function SaferPlayHelp({ checkedAt }: { checkedAt: Date | undefined }) {
  const { t } = useTranslation("profile");
  const locale = useLocale();
  return (
    <>
      <p className="mt-2 text-muted">{t("saferPlay.help.text")}</p>
      <ul className="mt-4 grid gap-4">
        {HELP_ORGANISATIONS.map((organisation) => (
          <li key={organisation.id}>
            <p>{t(`saferPlay.help.${organisation.id}`)}</p>
            <Ways {...organisation} />
          </li>
        ))}
      </ul>
      <p className="mt-5">{t("saferPlay.help.gamstop")}</p>
      {checkedAt && <p className="mt-3 text-muted">{t("saferPlay.help.checked", { date: formatDate(checkedAt, locale) })}</p>}
    </>
  );
}

function Ways({ phone, site }: HelpOrganisation) {
  const link = "inline-block py-2.5 leading-normal underline underline-offset-4";
  return (
    <p className="flex flex-wrap gap-x-6">
      {phone !== undefined && (
        <a href={`tel:${phone.replaceAll(" ", "")}`} className={`${link} whitespace-nowrap`}>
          {phone}
        </a>
      )}
      {site !== undefined && (
        <a href={site} className={link} rel="noreferrer">
          {new URL(site).hostname.replace(/^www\./, "")}
        </a>
      )}
    </p>
  );
}
