/** The frame of all mails: dark header, picture, white body, and the seller at the foot. */
import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Img } from "@react-email/img";
import { Link } from "@react-email/link";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import { HELPLINE } from "#features/accounts/rules/person/help-organisations.ts";
import { inkOn } from "#shared/brand/brand-colours.ts";
import { logoSize } from "#shared/brand/brand.ts";
import { directionOf } from "#shared/language/locale.ts";
import { companyRegistry } from "#shared/registry.ts";
import { colours, DARK, font, small } from "./mail-style.ts";
import type { Mail, MailPicture } from "./mail.ts";
import type { Pen } from "./pen.ts";

const WIDTH = 600;

/** Outlook on Windows ignores `max-width`: a table in a conditional comment sets the width. */
export function frameForOutlook(html: string): string {
  const table = `<table role="presentation" align="center" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0"><tr><td>`;
  return html
    .replace('<div data-outlook="begin"></div>', `<!--[if mso]>${table}<![endif]-->`)
    .replace('<div data-outlook="end"></div>', "<!--[if mso]></td></tr></table><![endif]-->");
}

/** Replaces the library's preview, which adds two thousand invisible characters in one line. */
const unseen = { display: "none", overflow: "hidden", lineHeight: "1px", maxHeight: 0, maxWidth: 0, opacity: 0 } as const;

type Props = { readonly pen: Pen; readonly mail: Mail };

/** The document around a mail's content. */
export function MailFrame({ pen, mail, preview, children }: Props & { readonly preview: string; readonly children: ReactNode }) {
  const { locale, sender, t } = pen;
  const { subject, picture } = mail;
  return (
    <html dir={directionOf(locale) ?? "ltr"} lang={locale}>
      <head>
        <meta content="text/html; charset=UTF-8" httpEquiv="Content-Type" />
        <meta name="x-apple-disable-message-reformatting" />
        <title>{subject}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{DARK}</style>
      </head>
      <Body className="page" style={{ margin: 0, padding: 0, background: colours.page, fontFamily: font }}>
        <div style={unseen}>{preview}</div>
        <div className="page" style={{ background: colours.page, padding: "24px 0" }}>
          <div data-outlook="begin" />
          <Container
            className="card"
            style={{ maxWidth: WIDTH, width: "100%", margin: "0 auto", borderRadius: 14, background: colours.card }}
          >
            <Section
              className="pad top"
              style={{ background: sender.colours.ground, borderRadius: "14px 14px 0 0", padding: "22px 28px" }}
            >
              <Link
                href={`${sender.publicUrl}/`}
                style={{ color: inkOn(sender.colours.ground), textDecoration: "none", fontSize: 18, fontWeight: 700 }}
              >
                <Sign sender={sender} />
              </Link>
            </Section>
            {sender.isTest && (
              <Section className="pad" style={{ background: colours.foot, padding: "14px 28px" }}>
                <Text className="ink" style={{ ...small, color: colours.ink, fontWeight: 700, margin: 0 }}>
                  {t("testMode.text")}
                </Text>
              </Section>
            )}
            {picture && <Photo {...picture} publicUrl={sender.publicUrl} />}
            <Section className="pad" style={{ padding: "32px 28px 36px" }}>
              {children}
            </Section>
            <Foot pen={pen} mail={mail} />
          </Container>
          <div data-outlook="end" />
        </div>
      </Body>
    </html>
  );
}

/** The operator's logo, else mark and name. */
function Sign({ sender: { shop, logo, publicUrl } }: Pick<Pen, "sender">) {
  const inline = { display: "inline-block", verticalAlign: "-4px" } as const;
  if (logo) return <Img src={`${publicUrl}/brand/logo.png?v=${logo.id}`} {...logoSize(logo)} alt={shop} style={inline} />;
  return (
    <>
      <Img src={`${publicUrl}/mail/logo.png`} width={28} height={20} alt="" style={{ ...inline, marginRight: 12 }} />
      {shop}
    </>
  );
}

/** JPEG, which all mail programs show; twice the mail's width, for sharp screens. */
function Photo({ picture, alt, publicUrl }: MailPicture & { readonly publicUrl: string }) {
  const width = picture.widths.find((each) => each >= 2 * WIDTH) ?? picture.width;
  const height = Math.round((WIDTH * picture.height) / picture.width);
  return (
    <Section style={{ background: colours.night }}>
      <Img
        src={`${publicUrl}${picture.url}-${width}.jpg`}
        width={WIDTH}
        height={height}
        alt={alt}
        style={{ display: "block", width: "100%", height: "auto", color: colours.onNight, fontSize: 20, textAlign: "center" }}
      />
    </Section>
  );
}

/** Why the reader gets the mail, the seller, the helpline, unsubscribing. */
function Foot({ pen: { t, sender }, mail: { why, leave } }: Props) {
  const { name, address, companyNumber, vatNumber, email } = sender.trader;
  const registry = companyRegistry(companyNumber);
  const registered = registry === undefined ? "" : `${t(`registeredIn.${registry}`)} `;
  const vat = vatNumber === undefined ? "" : `${t("foot.vat", { number: vatNumber })}. `;
  return (
    <Section className="pad foot" style={{ background: colours.foot, borderRadius: "0 0 14px 14px", padding: "20px 28px 24px" }}>
      <Text className="muted" style={{ ...small, margin: "0 0 10px" }}>
        {`${why} ${t("foot.questions", { email })}`}
        {leave && (
          <>
            {" "}
            <Link className="muted" href={leave.href} style={{ color: colours.muted, textDecoration: "underline" }}>
              {leave.label}
            </Link>
          </>
        )}
      </Text>
      <Text className="muted" style={{ ...small, margin: 0 }}>
        {`${name}, ${address}. ${t("foot.company", { number: companyNumber })}. ${registered}${vat}${t("foot.adults")} ${t("foot.help", { phone: HELPLINE })} `}
        <Link className="muted" href={`${sender.publicUrl}/terms`} style={{ color: colours.muted, textDecoration: "underline" }}>
          {t("foot.terms")}
        </Link>
      </Text>
    </Section>
  );
}
