/** What only advertising has: large pictures, draws in a list, and a code. */
import { Column } from "@react-email/column";
import { Img } from "@react-email/img";
import { Link } from "@react-email/link";
import { Row } from "@react-email/row";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import type { BrandColours } from "#shared/brand.ts";
import type { Block, ListedDraw, MailPicture } from "./mail.ts";
import { body, colours, mono, small } from "./mail-style.ts";

const PHOTO_WIDTH = 544;

export function Photo({ picture, alt, publicUrl }: MailPicture & { publicUrl: string }) {
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

export function Draws({ draws, publicUrl }: { draws: readonly ListedDraw[]; publicUrl: string }) {
  return draws.map((draw) => <Draw key={draw.href} draw={draw} publicUrl={publicUrl} />);
}

/** A draw in the list of all: a small picture, the name that leads there, and what it costs. */
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

/** The code on a ticket of its own: night ground whatever the reader's colours, so that it is found at a glance. */
export function Offer({ label, code, off, until, brand }: Extract<Block, { kind: "offer" }> & { brand: BrandColours }) {
  return (
    <Section style={{ background: brand.ground, borderRadius: 14, padding: "20px 24px 18px", margin: "6px 0 20px" }}>
      <Text style={{ margin: 0, color: colours.onNightMuted, fontSize: 13, lineHeight: "20px" }}>{label}</Text>
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
      <Text style={{ margin: 0, color: colours.onNight, fontSize: 15, lineHeight: "22px" }}>{off}</Text>
      <Text style={{ margin: 0, color: colours.onNightMuted, fontSize: 13, lineHeight: "20px" }}>{until}</Text>
    </Section>
  );
}
