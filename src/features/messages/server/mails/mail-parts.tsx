/** The pieces that mails are put together from: headings, sentences, the one gold button, sums and steps. */
import { Button, Column, Heading, Link, Row, Section, Text } from "@react-email/components";
import type { ReactNode } from "react";
import type { Locale } from "#shared/locale.ts";
import type { MailDraw, MailSender } from "./mail.ts";
import { body, colours, small } from "./mail-style.ts";
import { MAIL_WORDS, nextSteps, proofLink } from "./mail-words.ts";

export function Title({ children }: { children: ReactNode }) {
  return (
    <Heading
      as="h1"
      className="ink"
      style={{ margin: "0 0 12px", color: colours.ink, fontSize: 30, lineHeight: "35px", letterSpacing: "-0.02em" }}
    >
      {children}
    </Heading>
  );
}

export function Subtitle({ children }: { children: ReactNode }) {
  return (
    <Heading
      as="h2"
      className="ink"
      style={{ margin: "36px 0 10px", color: colours.ink, fontSize: 19, lineHeight: "25px", letterSpacing: "-0.01em" }}
    >
      {children}
    </Heading>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={body}>
      {children}
    </Text>
  );
}

export function Fine({ children }: { children: ReactNode }) {
  return (
    <Text className="muted" style={{ ...small, margin: "0 0 12px" }}>
      {children}
    </Text>
  );
}

/** The one action of a mail, and beside it at most one link. */
export function Action({ href, label, link }: { href: string; label: string; link?: { href: string; label: string } }) {
  return (
    <Section style={{ margin: "20px 0 4px" }}>
      <Button
        className="wide"
        href={href}
        style={{
          background: colours.gold,
          color: colours.onGold,
          borderRadius: 10,
          padding: "15px 26px",
          fontSize: 16,
          fontWeight: 600,
        }}
      >
        {label}
      </Button>
      {link && (
        <Link
          className="ink wide"
          href={link.href}
          style={{ color: colours.ink, fontSize: 15, lineHeight: "50px", margin: "0 0 0 22px", textDecoration: "underline" }}
        >
          {link.label}
        </Link>
      )}
    </Section>
  );
}

export type SumLine = { readonly label: string; readonly amount: string; readonly tone?: "saving" | "total" };

/** A column of sums, the last of them large. */
export function Sums({ lines }: { lines: readonly SumLine[] }) {
  return (
    <Section className="line" style={{ borderTop: `1px dashed ${colours.line}`, paddingTop: 8 }}>
      {lines.map(({ label, amount, tone }) => {
        const style = {
          color: tone === "saving" ? colours.saving : colours.ink,
          padding: "5px 0",
          fontSize: 16,
          lineHeight: "24px",
        };
        const strong = tone === "total" ? { fontWeight: 700, fontSize: 20 } : {};
        return (
          <Row key={label}>
            <Column className={tone === "saving" ? "saving" : "ink"} style={{ ...style, ...strong }}>
              {label}
            </Column>
            <Column
              className={tone === "saving" ? "saving" : "ink"}
              align="right"
              style={{ ...style, ...strong, whiteSpace: "nowrap", paddingLeft: 16 }}
            >
              {amount}
            </Column>
          </Row>
        );
      })}
    </Section>
  );
}

/** Label and value, small: what a receipt must name. */
export function Receipt({ rows }: { rows: readonly { readonly label: string; readonly value: string }[] }) {
  return (
    <Section className="line" style={{ borderTop: `1px dashed ${colours.line}`, marginTop: 10, paddingTop: 10 }}>
      {rows.map(({ label, value }) => (
        <Row key={label}>
          <Column className="muted" valign="top" style={{ ...small, padding: "2px 16px 2px 0", width: "30%" }}>
            {label}
          </Column>
          <Column className="ink" style={{ ...small, color: colours.ink, padding: "2px 0", wordBreak: "break-word" }}>
            {value}
          </Column>
        </Row>
      ))}
    </Section>
  );
}

export function Next({ draw, sender, locale }: { draw: MailDraw; sender: MailSender; locale: Locale }) {
  const proof = proofLink(draw, sender, locale);
  return (
    <>
      <Subtitle>{MAIL_WORDS[locale].nextTitle}</Subtitle>
      {nextSteps(draw, locale).map(({ title, text }) => (
        <Text key={title} className="ink" style={{ ...body, fontSize: 15, lineHeight: "23px", margin: "0 0 12px" }}>
          <strong>{title}</strong>
          <br />
          {text}
        </Text>
      ))}
      <Text style={{ ...body, fontSize: 15, lineHeight: "23px", margin: "0 0 12px" }}>
        <Link href={proof.href} className="ink" style={{ color: colours.ink, textDecoration: "underline" }}>
          {proof.label}
        </Link>
      </Text>
    </>
  );
}
