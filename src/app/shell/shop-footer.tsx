import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { socialName } from "#features/site/rules/social-name.ts";
import { CookieSettingsButton } from "#features/site/shop/cookies/cookie-settings-button.tsx";
import type { Trader } from "#shared/brand/brand.ts";
import type { Registry } from "#shared/registry.ts";
import { PaymentMarks } from "#ui/draws/payment-marks.tsx";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import type { FooterLink } from "./shop-links.ts";

export type Seller = Pick<Trader, "name" | "address" | "companyNumber" | "vatNumber" | "email"> & {
  readonly registry?: Registry | undefined;
};

type Props = {
  links: readonly FooterLink[];
  seller: Seller;
  socialUrls: readonly string[];
  note: readonly string[] | undefined;
};

export function ShopFooter({ links, seller, socialUrls, note = [] }: Props) {
  const { t } = useTranslation("footer");
  // Lines break between parts of an address, never within a postcode.
  const address = seller.address.replace(/(?<!,) /g, "\u00a0");
  const unbroken = (number: string) => number.replaceAll(" ", "\u00a0");
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-3 border-t border-line pt-7 text-sm text-faint">
          <nav aria-label={t("label")} className="footer-links">
            {links.map((link) => (
              <Link key={link.to} to={link.to} className="link-quiet">
                {t(link.text)}
              </Link>
            ))}
            <CookieSettingsButton />
          </nav>
          <PaymentMarks label={t("payments")} />
          {socialUrls.map((url) => (
            <a key={url} href={url} className="link-quiet" rel="noreferrer">
              {socialName(url)}
            </a>
          ))}
          <p className="basis-full">
            <RichText
              text={t("drawService")}
              parts={{
                drand: (inner) => (
                  <a
                    href="https://drand.love"
                    className="text-muted underline underline-offset-4 hover:text-ink"
                    rel="noreferrer"
                  >
                    {inner}
                  </a>
                ),
              }}
            />{" "}
            {t("adults")}
          </p>
          {note.map((line) => (
            <p key={line} className="basis-full">
              {line}
            </p>
          ))}
        </div>
        <p className="type-tiny pt-3 pb-8">
          {t("trader", { ...seller, address })} {t("companyNumber", { number: unbroken(seller.companyNumber) })}{" "}
          {seller.registry !== undefined && `${t(`registeredIn.${seller.registry}`)} `}
          {seller.vatNumber !== undefined && `${t("vatNumber", { number: unbroken(seller.vatNumber) })} `}
          <a href={`mailto:${seller.email}`} className="flex min-h-11 w-fit items-center text-muted underline underline-offset-4">
            {seller.email}
          </a>
        </p>
      </div>
    </footer>
  );
}
