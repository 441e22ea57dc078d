/** The HTML part of a mail: the frame, and a component per block. */

import { Column } from "@react-email/column";
import { Img } from "@react-email/img";
import { Link } from "@react-email/link";
import { Row } from "@react-email/row";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { createElement, Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type BrandColours, inkOn, isLightGround, mutedOn } from "#shared/brand/brand-colours.ts";
import { frameForOutlook, MailFrame } from "./mail-frame.tsx";
import { Action, Fine, Item, Linked, Paragraph, Receipt, Steps, Subtitle, Sums, Title, Whole } from "./mail-parts.tsx";
import { body, colours, mono, small } from "./mail-style.ts";
import type { Block, ListedDraw, ListedTickets, Mail, MailPicture, MailSender } from "./mail.ts";
import type { Pen } from "./pen.ts";

/** The oldest doctype: newer ones cause rendering differences. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** The document, with line breaks added where white space has no meaning. */
export function renderHtml(pen: Pen, mail: Mail): string {
  const blocks = mail.blocks.filter((block) => block !== false && block !== undefined);
  const first = blocks.find((block) => block.kind === "text");
  const parts = blocks.flatMap((block, at) => [renderBlock(block, pen.sender), needsSpace(block, blocks[at + 1]) && GAP]);
  const html = renderToStaticMarkup(
    <MailFrame pen={pen} mail={mail} preview={mail.preview ?? first?.text ?? mail.subject}>
      {mail.title !== undefined && (
        <Title>
          <Whole text={mail.title} />
        </Title>
      )}
      {mail.hello !== undefined && <Paragraph>{mail.hello}</Paragraph>}
      {createElement(Fragment, {}, ...parts)}
    </MailFrame>,
  );
  // Removes React's preload hints, which mail programs do not support.
  const document = DOCTYPE + frameForOutlook(html.replaceAll(/<link [^>]*>/g, ""));
  return document.replaceAll(/<(?=table|tr|td|p|a|img|h1|h2|title|style|meta|body|div|br|span class|!--\[)/g, "\n<");
}

/** Space between two blocks. */
const GAP = <div style={{ height: 20 }} />;

/** Adds space below a button, and between a receipt and sentences. */
function needsSpace(block: Block, next: Block | undefined): boolean {
  if (block.kind === "receipt") return next?.kind === "text" || next?.kind === "fine";
  return block.kind === "action" && next !== undefined && next.kind !== "tickets";
}

/** The component of a block. */
function renderBlock(block: Block, { publicUrl, colours: brand }: MailSender): ReactNode {
  switch (block.kind) {
    case "heading":
      return (
        <Title>
          <Linked text={block.text} publicUrl={publicUrl} />
        </Title>
      );
    case "text":
      return (
        <Paragraph>
          <Linked text={block.text} publicUrl={publicUrl} />
        </Paragraph>
      );
    case "quote":
      return (
        <Paragraph>
          <Linked text={block.text} />
        </Paragraph>
      );
    case "fine":
      return <Fine {...block} />;
    case "item":
      return <Item {...block} />;
    case "action":
      return <Action {...block} brand={brand} />;
    case "sums":
      return <Sums {...block} />;
    case "receipt":
      return <Receipt {...block} />;
    case "tickets":
      return <TicketNumbers {...block} />;
    case "ticketList":
      return <TicketList {...block} />;
    case "steps":
      return <Steps {...block} />;
    case "picture":
      return <Photo {...block} publicUrl={publicUrl} />;
    case "draws":
      return <Draws {...block} publicUrl={publicUrl} />;
    case "offer":
      return <Offer {...block} brand={brand} />;
    case "space":
      return <div style={{ height: 16 }} />;
  }
}

/** Up to this many are drawn as tickets; more are listed at the end of the mail. */
const DRAWN_AT_MOST = 50;

type Props = ListedTickets & { readonly title: string };

/** The runs of numbers, and the tickets if they are few. */
function TicketNumbers({ title, ranges, tickets }: Props) {
  return (
    <>
      <Subtitle>{title}</Subtitle>
      {tickets.length > 1 && <Fine lines={[ranges.join("; ")]} />}
      {tickets.length <= DRAWN_AT_MOST && (
        <Text
          className="ink"
          style={{ margin: "0 0 8px", color: colours.ink, fontFamily: mono, fontSize: 14, lineHeight: "46px" }}
        >
          {tickets.map(({ number }) => (
            <Fragment key={number}>
              <span className="line" style={stub}>
                {number}
              </span>{" "}
            </Fragment>
          ))}
        </Text>
      )}
    </>
  );
}

const stub = {
  border: `1px solid ${colours.line}`,
  borderRadius: 8,
  padding: "9px 11px",
  marginRight: 4,
  whiteSpace: "nowrap",
} as const;

/** At the end of the mail: numbers not drawn above, and private tags for checking the entry list. */
function TicketList({ title, tickets, about }: Props) {
  if (about === undefined && tickets.length <= DRAWN_AT_MOST) return null;
  return (
    <>
      <Subtitle>{title}</Subtitle>
      {about !== undefined && <Fine lines={[about]} />}
      <Text
        className="muted"
        style={{ ...small, margin: 0, fontFamily: mono, fontSize: 13, lineHeight: "20px", wordBreak: "break-word" }}
      >
        {tickets.map(({ number, tag }) => (
          <Fragment key={number}>
            {tag === undefined ? number : `${number} ${tag}`}
            <br />
          </Fragment>
        ))}
      </Text>
    </>
  );
}

const PHOTO_WIDTH = 544;

/** A large picture, in advertising. */
function Photo({ picture, alt, publicUrl }: MailPicture & { publicUrl: string }) {
  const { url, widths, width, height } = picture;
  return (
    <Img
      src={`${publicUrl}${url}-${widths.find((each) => each >= 2 * PHOTO_WIDTH) ?? width}.jpg`}
      width={PHOTO_WIDTH}
      height={Math.round((PHOTO_WIDTH * height) / width)}
      alt={alt}
      style={{ display: "block", width: "100%", height: "auto", borderRadius: 12, margin: "4px 0 20px" }}
    />
  );
}

const THUMB = { width: 132, height: 84 };

/** A list of draws, in advertising. */
function Draws({ draws, publicUrl }: { draws: readonly ListedDraw[]; publicUrl: string }) {
  return draws.map((draw) => <Draw key={draw.href} draw={draw} publicUrl={publicUrl} />);
}

function Draw({ draw, publicUrl }: { draw: ListedDraw; publicUrl: string }) {
  const { picture } = draw;
  const width = picture?.widths.find((each) => each >= 2 * THUMB.width) ?? picture?.width;
  return (
    <Section className="line" style={{ borderTop: `1px dashed ${colours.line}`, padding: "14px 0" }}>
      <Row>
        {picture && (
          <Column valign="top" style={{ width: THUMB.width + 18 }}>
            <Link href={draw.href}>
              <Img
                src={`${publicUrl}${picture.url}-${width}.jpg`}
                {...THUMB}
                alt=""
                style={{ display: "block", borderRadius: 10, objectFit: "cover", background: colours.night }}
              />
            </Link>
          </Column>
        )}
        <Column valign="top">
          <Link
            className="ink"
            href={draw.href}
            style={{ color: colours.ink, fontSize: 17, lineHeight: "24px", fontWeight: 600, textDecoration: "none" }}
          >
            {draw.label}
          </Link>
          <Text className="ink" style={{ ...body, fontSize: 15, lineHeight: "22px", margin: "2px 0 0" }}>
            {draw.facts}
          </Text>
          <Text className="muted" style={{ ...small, margin: "2px 0 0" }}>
            {draw.ends}
          </Text>
        </Column>
      </Row>
    </Section>
  );
}

/** The code on a ticket with the background of the brand in all colour schemes. */
function Offer({ label, code, off, until, brand }: Extract<Block, { kind: "offer" }> & { brand: BrandColours }) {
  const muted = isLightGround(brand.ground) ? mutedOn(brand.ground) : colours.onNightMuted;
  return (
    <Section style={{ background: brand.ground, borderRadius: 14, padding: "20px 24px 18px", margin: "6px 0 20px" }}>
      <Text style={{ margin: 0, color: muted, fontSize: 13, lineHeight: "20px" }}>{label}</Text>
      <Text
        style={{
          margin: "2px 0 8px",
          color: brand.accent,
          fontFamily: mono,
          fontSize: 26,
          lineHeight: "34px",
          fontWeight: 600,
          letterSpacing: "0.04em",
        }}
      >
        {code}
      </Text>
      <Text style={{ margin: 0, color: inkOn(brand.ground), fontSize: 15, lineHeight: "22px" }}>{off}</Text>
      <Text style={{ margin: 0, color: muted, fontSize: 13, lineHeight: "20px" }}>{until}</Text>
    </Section>
  );
}
