/** How to reach the trader, and who that is. */
import { Mail } from "lucide-react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#ui/button.tsx";

export type TraderDetails = {
  readonly name: string;
  readonly address: string;
  readonly companyNumber: string;
  readonly email: string;
};

export function AboutTrader({ trader }: { trader: TraderDetails }) {
  const { t } = useTranslation("about");
  return (
    <>
      <p className="mt-4 text-muted">{t("reach.text")}</p>
      <address className="address mt-6">
        <strong className="font-[560]">{trader.name}</strong>
        {trader.address.split(/\s*,\s*/).map((line) => (
          <span key={line}>{line}</span>
        ))}
        <span className="type-small">{t("reach.companyNumber", { number: trader.companyNumber })}</span>
        <a href={`mailto:${trader.email}`} className="link mt-1 justify-self-start">
          {trader.email}
        </a>
      </address>
      <p className="mt-6">
        <LinkButton to="/contact" variant="outline" icon={<Mail size={18} strokeWidth={1.6} aria-hidden="true" />}>
          {t("reach.write")}
        </LinkButton>
      </p>
    </>
  );
}
