/** How the mails of a campaign look: the car, a heading, what was written, the facts and one gold button. */
import { Column, Img, Link, Row, Section, Text } from "@react-email/components";
import type { ReactNode } from "react";
import type { ContentPart } from "../../rules/placeholders.ts";
import type { CampaignDraw, CampaignView } from "./campaign.ts";
import { CAMPAIGN_WORDS } from "./campaign-words.ts";
import { MailFrame } from "./mail-frame.tsx";
import { Action, Fine, Paragraph, Receipt, Title } from "./mail-parts.tsx";
import { body, colours, mono, small } from "./mail-style.ts";

export function CampaignHtml({ view }: { view: CampaignView }) {
  const first = view.parts.find((part) => part.kind === "paragraph");
  return (
    <MailFrame
      view={{ ...view, locale: "fr" }}
      preview={first && "text" in first ? first.text : view.subject}
      draw={{ ...view.draw, picture: view.picture }}
      leave={view.leave}
    >
      {view.parts.map((part) => (
        <Part key={part.id} part={part} view={view} />
      ))}
      {view.offer && <Offer offer={view.offer} />}
      <Action href={view.button.href} label={view.button.label} link={view.link} />
      <div style={{ height: 20 }} />
      {view.facts.length > 0 && <Receipt rows={view.facts} />}
      <div style={{ height: 16 }} />
      {view.offerRule && <Fine>{view.offerRule}</Fine>}
      <Text className="muted" style={{ ...small, margin: 0 }}>
        {view.fair}
        {view.free && (
          <>
            {" "}
            <Link className="muted" href={view.free.href} style={{ color: colours.muted, textDecoration: "underline" }}>
              {view.free.label}
            </Link>
            .
          </>
        )}
      </Text>
    </MailFrame>
  );
}

function Part({ part, view }: { part: ContentPart; view: CampaignView }) {
  const { publicUrl } = view.sender;
  if (part.kind === "picture") return <Photo draw={view.draw} publicUrl={publicUrl} />;
  if (part.kind === "draws") return view.draws.map((draw) => <Draw key={draw.id} draw={draw} publicUrl={publicUrl} />);
  if (!("text" in part)) return null;
  const text = withLinks(part.text, publicUrl);
  return part.kind === "heading" ? <Title>{text}</Title> : <Paragraph>{text}</Paragraph>;
}

/** Line breaks stay, and addresses of this site can be followed. Nothing else that is written means anything but itself. */
function withLinks(text: string, publicUrl: string): ReactNode {
  const pieces = text.split(/(\n|https?:\/\/[^\s]*[^\s.,;:!?)»’'"])/);
  return pieces.map((piece, at) => {
    const key = `${at}${piece}`;
    if (piece === "\n") return <br key={key} />;
    if (piece !== publicUrl && !piece.startsWith(`${publicUrl}/`)) return piece;
    return (
      <Link key={key} className="ink" href={piece} style={{ color: colours.ink, textDecoration: "underline" }}>
        {piece}
      </Link>
    );
  });
}

const PHOTO_WIDTH = 544;

function Photo({ draw, publicUrl }: { draw: CampaignDraw; publicUrl: string }) {
  if (!draw.picture) return null;
  const { url, widths, width, height } = draw.picture;
  return (
    <Img
      src={`${publicUrl}${url}-${widths.find((each) => each >= 2 * PHOTO_WIDTH) ?? width}.jpg`}
      width={PHOTO_WIDTH}
      height={Math.round((PHOTO_WIDTH * height) / width)}
      alt={draw.name}
      style={{ display: "block", width: "100%", height: "auto", borderRadius: 12, margin: "4px 0 20px" }}
    />
  );
}

const THUMB = { width: 132, height: 84 };

/** A draw in the list of all: a small picture, the name that leads there, and what it costs. */
function Draw({ draw, publicUrl }: { draw: CampaignDraw; publicUrl: string }) {
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
            {draw.name}
          </Link>
          <Text className="ink" style={{ ...body, fontSize: 15, lineHeight: "22px", margin: "2px 0 0" }}>
            {CAMPAIGN_WORDS.drawFacts(draw)}
          </Text>
          <Text className="muted" style={{ ...small, margin: "2px 0 0" }}>
            {CAMPAIGN_WORDS.endsIn(draw.timeLeft)}
          </Text>
        </Column>
      </Row>
    </Section>
  );
}

/** The code on a ticket of its own: night ground whatever the reader's colours, so that it is found at a glance. */
function Offer({ offer }: { offer: NonNullable<CampaignView["offer"]> }) {
  return (
    <Section style={{ background: colours.night, borderRadius: 14, padding: "20px 24px 18px", margin: "6px 0 20px" }}>
      <Text style={{ margin: 0, color: colours.onNightMuted, fontSize: 13, lineHeight: "20px" }}>{CAMPAIGN_WORDS.code}</Text>
      <Text
        style={{
          margin: "2px 0 8px",
          color: colours.gold,
          fontFamily: mono,
          fontSize: 26,
          lineHeight: "34px",
          fontWeight: 600,
          letterSpacing: "0.04em",
        }}
      >
        {offer.code}
      </Text>
      <Text style={{ margin: 0, color: colours.onNight, fontSize: 15, lineHeight: "22px" }}>{offer.off}</Text>
      <Text style={{ margin: 0, color: colours.onNightMuted, fontSize: 13, lineHeight: "20px" }}>{offer.until}</Text>
    </Section>
  );
}
