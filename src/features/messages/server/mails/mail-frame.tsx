/** The paper that all mails are written on: night header, picture, white body, and who sells at the foot. */
import { Body, Container, Head, Html, Img, Link, Section, Text } from "@react-email/components";
import type { ReactNode } from "react";
import { HELPLINE } from "#features/accounts/rules/help-organisations.ts";
import type { Locale } from "#shared/locale.ts";
import type { Picture } from "#shared/picture.ts";
import type { MailDraw, MailSender } from "./mail.ts";
import { colours, DARK, font, small } from "./mail-style.ts";
import { MAIL_WORDS } from "./mail-words.ts";

const WIDTH = 600;

/** Not the library's own: it fills up with two thousand invisible characters, in one line. */
const unseen = { display: "none", overflow: "hidden", lineHeight: "1px", maxHeight: 0, maxWidth: 0, opacity: 0 } as const;

type FrameProps = {
  readonly view: {
    readonly locale: Locale;
    readonly subject: string;
    readonly sender: MailSender;
    /** Why the reader gets this. */
    readonly why: string;
  };
  /** What the list of mails shows behind the subject. */
  readonly preview: string;
  /** Whose picture stands on top. */
  readonly draw?: Pick<MailDraw, "picture" | "name">;
  /** Of mails that nobody has to get. */
  readonly leave?: { readonly label: string; readonly href: string };
  readonly children: ReactNode;
};

export function MailFrame({ view, preview, draw, leave, children }: FrameProps) {
  const { locale, subject, sender } = view;
  return (
    <Html lang={locale} dir="ltr">
      <Head>
        <title>{subject}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{DARK}</style>
      </Head>
      <Body className="page" style={{ margin: 0, padding: 0, background: colours.page, fontFamily: font }}>
        <div style={unseen}>{preview}</div>
        <div className="page" style={{ background: colours.page, padding: "24px 0" }}>
          <Container
            className="card"
            style={{ maxWidth: WIDTH, width: "100%", margin: "0 auto", borderRadius: 14, background: colours.card }}
          >
            <Section
              className="pad top"
              style={{ background: colours.night, borderRadius: "14px 14px 0 0", padding: "22px 28px" }}
            >
              <Link
                href={`${sender.publicUrl}/`}
                style={{ color: colours.onNight, textDecoration: "none", fontSize: 18, fontWeight: 700 }}
              >
                <Img
                  src={`${sender.publicUrl}/mail/logo.png`}
                  width={28}
                  height={20}
                  alt=""
                  style={{ display: "inline-block", verticalAlign: "-4px", marginRight: 12 }}
                />
                Concours
              </Link>
            </Section>
            {draw?.picture && <Photo picture={draw.picture} alt={draw.name} publicUrl={sender.publicUrl} />}
            <Section className="pad" style={{ padding: "32px 28px 36px" }}>
              {children}
            </Section>
            <Foot view={view} leave={leave} />
          </Container>
        </div>
      </Body>
    </Html>
  );
}

/** JPEG, which every mail reader shows; twice as wide as the mail, for sharp screens. */
function Photo({ picture, alt, publicUrl }: { picture: Picture; alt: string; publicUrl: string }) {
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

function Foot({ view: { locale, sender, why }, leave }: Pick<FrameProps, "view" | "leave">) {
  const words = MAIL_WORDS[locale];
  const { name, address, companyNumber, email } = sender.trader;
  return (
    <Section className="pad foot" style={{ background: colours.foot, borderRadius: "0 0 14px 14px", padding: "20px 28px 24px" }}>
      <Text className="muted" style={{ ...small, margin: "0 0 10px" }}>
        {`${why} ${words.questions(email)}`}
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
        {`${name}, ${address}. ${words.company(companyNumber)}. ${words.adults} ${words.help(HELPLINE)} `}
        <Link className="muted" href={`${sender.publicUrl}/terms`} style={{ color: colours.muted, textDecoration: "underline" }}>
          {words.terms}
        </Link>
      </Text>
    </Section>
  );
}
