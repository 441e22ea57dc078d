/** The components of a mail's blocks. */
import { Button } from "@react-email/button";
import { Column } from "@react-email/column";
import { Link } from "@react-email/link";
import { Row } from "@react-email/row";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { ReactNode } from "react";
import { type BrandColours, textOn } from "#shared/brand/brand-colours.ts";
import { cutAtHyphened } from "#shared/text/hyphened.ts";
import { body, colours, small } from "./mail-style.ts";
import type { Block } from "./mail.ts";

type Of<Kind extends Block["kind"]> = Omit<Extract<Block, { kind: Kind }>, "kind">;

const underlined = { color: colours.ink, textDecoration: "underline" } as const;

export function Title({ children }: { children: ReactNode }) {
  return (
    <h1
      className="ink"
      style={{ margin: "0 0 12px", color: colours.ink, fontSize: 30, lineHeight: "35px", letterSpacing: "-0.02em" }}
    >
      {children}
    </h1>
  );
}

export function Subtitle({ children }: { children: ReactNode }) {
  return (
    <h2
      className="ink"
      style={{ margin: "36px 0 10px", color: colours.ink, fontSize: 19, lineHeight: "25px", letterSpacing: "-0.01em" }}
    >
      {children}
    </h2>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={body}>
      {children}
    </Text>
  );
}

/** Text without line breaks at hyphens of short words. */
export function Whole({ text }: { text: string }) {
  return cutAtHyphened(text).map(({ piece, at, isWhole }) =>
    isWhole ? (
      <span key={at} style={{ whiteSpace: "nowrap" }}>
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}

/** Text with its line breaks. Addresses below `publicUrl` become links. */
export function Linked({ text, publicUrl }: { text: string; publicUrl?: string }) {
  const pieces = text.split(/(\n|https?:\/\/[^\s]*[^\s.,;:!?)»’'"])/);
  return pieces.map((piece, at) => {
    const key = `${at}${piece}`;
    if (piece === "\n") return <br key={key} />;
    if (publicUrl === undefined || (piece !== publicUrl && !piece.startsWith(`${publicUrl}/`)))
      return <Whole key={key} text={piece} />;
    return (
      <Link key={key} className="ink" href={piece} style={underlined}>
        {piece}
      </Link>
    );
  });
}

/** Small print. */
export function Fine({ lines, link, isLast }: Of<"fine">) {
  return lines.map((line) => (
    <Text key={line} className="muted" style={{ ...small, margin: isLast ? 0 : "0 0 12px" }}>
      {line}
      {link && (
        <>
          {" "}
          <Link className="muted" href={link.href} style={{ color: colours.muted, textDecoration: "underline" }}>
            {link.label}
          </Link>
          .
        </>
      )}
    </Text>
  ));
}

/** The main button. */
export function Action({ link, beside, brand }: Of<"action"> & { brand: BrandColours }) {
  return (
    <Section style={{ margin: "20px 0 4px" }}>
      <Button
        className="wide"
        href={link.href}
        style={{
          background: brand.accent,
          color: textOn(brand.accent),
          borderRadius: 10,
          padding: "15px 26px",
          fontSize: 16,
          fontWeight: 600,
        }}
      >
        {link.label}
      </Button>
      {beside && (
        <Link
          className="ink wide"
          href={beside.href}
          style={{ color: colours.ink, fontSize: 15, lineHeight: "50px", margin: "0 0 0 22px", textDecoration: "underline" }}
        >
          {beside.label}
        </Link>
      )}
    </Section>
  );
}

/** Amounts; the line with tone `total` is large. */
export function Sums({ title, lines }: Of<"sums">) {
  return (
    <>
      {title !== undefined && <Subtitle>{title}</Subtitle>}
      <Section className="line" style={{ borderTop: `1px dashed ${colours.line}`, paddingTop: 8 }}>
        {lines.map(({ label, value, tone }) => {
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
                {value}
              </Column>
            </Row>
          );
        })}
      </Section>
    </>
  );
}

/** Labels and values. */
export function Receipt({ rows }: Of<"receipt">) {
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

/** A linked title with a text. */
export function Item({ title, text, href }: Of<"item">) {
  return (
    <Paragraph>
      <Link href={href} className="ink" style={{ color: colours.ink, fontWeight: 600, textDecoration: "underline" }}>
        {title}
      </Link>
      <br />
      {text}
    </Paragraph>
  );
}

const step = { ...body, fontSize: 15, lineHeight: "23px", margin: "0 0 12px" } as const;

/** What happens next. */
export function Steps({ title, steps, link }: Of<"steps">) {
  return (
    <>
      <Subtitle>{title}</Subtitle>
      {steps.map(({ title, text }) => (
        <Text key={title} className="ink" style={step}>
          <strong>{title}</strong>
          <br />
          {text}
        </Text>
      ))}
      <Text style={step}>
        <Link href={link.href} className="ink" style={underlined}>
          {link.label}
        </Link>
      </Text>
    </>
  );
}
