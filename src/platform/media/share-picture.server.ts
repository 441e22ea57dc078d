/**
 * Draws the preview pictures of shared links. The fonts are bundled, so that every machine draws the same.
 */

import { fileURLToPath } from "node:url";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import sharp, { type OutputInfo, type OverlayOptions, type Sharp } from "sharp";
import { type BrandColours, inkOn, isLightGround } from "#shared/brand/brand-colours.ts";

/**
 * The content of a preview. Plain texts; `lines` follow the title. `picture`: an encoded picture of any
 * size, which is cropped.
 */
export type ShareCard = {
  readonly colours: BrandColours;
  readonly shop: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly picture: Buffer | undefined;
};

export type SharePictures = {
  /**
   * A JPEG of 1200 × 630 pixels below WhatsApp's limit of 300 kB, cached by `key`, which identifies inputs.
   * One is drawn at a time; undefined if too many requests wait.
   */
  draw(key: string, card: () => Promise<ShareCard>): Promise<Buffer | undefined>;
};

const MOST_CACHED = 60;
/** A drawing takes a core for 0.1 seconds. The limit prevents floods of requests from queueing. */
const MOST_WAITING = 20;
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 64;
const TEXT_WIDTH = 660;
const MOST_LETTERS = 60;
const MAX_BYTES = 300_000;
const QUALITIES = [84, 70, 55, 40];

const FONTS = { display: "Concours Display", text: "Concours Text" } as const;
type Font = keyof typeof FONTS;
const fontFile = (name: string) => fileURLToPath(new URL(`./fonts/${name}.ttf`, import.meta.url));
const EMOJI_FONT = "Twemoji Mozilla";
const DRAWABLE =
  /[\u0020-\u007e\u00a0-\u00ac\u00ae-\u0137\u0139-\u0148\u014a\u014d\u0150-\u017e\u0192\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u1e80-\u1e85\u1e9e\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u20ac]/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\u{1f000}-\u{1faff}]|\u20e3/u;

/** The gradient behind the text, and the shop's mark. */
const overlaySvg = ({
  ground,
  accent,
}: BrandColours) => `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <defs>
    <linearGradient id="side"><stop offset="0.2" stop-color="${ground}" stop-opacity="0.94"/><stop offset="0.72" stop-color="${ground}" stop-opacity="0"/></linearGradient>
    <linearGradient id="foot" x2="0" y2="1"><stop offset="0.5" stop-color="${ground}" stop-opacity="0"/><stop offset="1" stop-color="${ground}" stop-opacity="0.8"/></linearGradient>
  </defs>
  <path d="M0 0h${WIDTH}v${HEIGHT}H0z" fill="url(#foot)"/><path d="M0 0h${WIDTH}v${HEIGHT}H0z" fill="url(#side)"/>
  <g transform="translate(${MARGIN} ${MARGIN}) scale(2)" fill="none" stroke="${accent}" stroke-width="1.6" stroke-linecap="round">
    <path d="M2 1h24a1 1 0 0 1 1 1v4.4a3.6 3.6 0 0 0 0 7.2V18a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1v-4.4a3.6 3.6 0 0 0 0-7.2V2a1 1 0 0 1 1-1Z"/>
    <path d="M10 5.5v9M14 5.5v9M18 5.5v9"/>
  </g>
</svg>`;

export function createSharePictures({ mostCached = MOST_CACHED, mostWaiting = MOST_WAITING } = {}): SharePictures {
  const cache = new LRUCache<string, Promise<Buffer>>({ max: mostCached });
  const limited = pLimit(1);
  let waiting = 0;
  return {
    async draw(key, card) {
      const known = cache.get(key);
      if (known || waiting >= mostWaiting) return known;
      waiting += 1;
      const picture = card()
        .then((content) => limited(() => drawCard(content)))
        .finally(() => {
          waiting -= 1;
        });
      cache.set(key, picture);
      picture.catch(() => cache.delete(key));
      return picture;
    },
  };
}

async function drawCard({ shop, colours, title, lines, picture }: ShareCard): Promise<Buffer> {
  const ink = inkOn(colours.ground);
  const muted = isLightGround(colours.ground) ? "#3b352b" : "#d3cdc3";
  const [name, heading, ...rows] = await Promise.all([
    drawText(shop, { font: "display", size: 36, colour: ink }),
    drawText(title, { font: "display", size: titleSize(title), colour: ink }),
    ...lines.map((line) => drawText(line, { font: "text", size: 34, colour: muted })),
  ]);
  const layers: OverlayOptions[] = [{ input: Buffer.from(overlaySvg(colours)) }];
  const place = ({ data }: Drawn, left: number, top: number) => layers.push({ input: data, left, top: Math.max(0, top) });
  if (name) place(name, MARGIN + 76, MARGIN + 20 - Math.round(name.info.height / 2));
  let foot = HEIGHT - MARGIN;
  for (const row of rows.toReversed()) {
    if (!row) continue;
    place(row, MARGIN, foot - row.info.height);
    foot -= row.info.height + 22;
  }
  if (heading) place(heading, MARGIN, foot - 18 - heading.info.height);
  const ground = picture
    ? sharp(picture).resize(WIDTH, HEIGHT, { fit: "cover" }).median(3)
    : sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: colours.ground } });
  const drawn = await ground.composite(layers).flatten().raw().toBuffer({ resolveWithObject: true });
  return encodeBelow(MAX_BYTES, sharp(drawn.data, { raw: drawn.info }));
}

async function encodeBelow(bytes: number, picture: Sharp): Promise<Buffer> {
  let jpeg = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    jpeg = await picture.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.byteLength < bytes) break;
  }
  return jpeg;
}

function titleSize(title: string): number {
  if (title.length <= 14) return 96;
  return title.length <= 34 ? 72 : 52;
}

type Drawn = { readonly data: Buffer; readonly info: OutputInfo };
type Style = { readonly font: Font; readonly size: number; readonly colour: string };

/** Draws one text of several lines. Sizes are in pixels. A word wider than the column is broken. */
async function drawText(text: string, { font, size, colour }: Style): Promise<Drawn | undefined> {
  await loadEmoji();
  const letters = shorten(text);
  if (letters.every((letter) => letter.trim() === "")) return undefined;
  // Pango counts in 1024ths of a point, and at 72 dpi a point is a pixel.
  const tracking = font === "display" ? Math.round(-0.03 * size * 1024) : 0;
  const markup = letters.map((letter) => (isEmoji(letter) ? markedEmoji(letter, size) : escapeMarkup(letter))).join("");
  return sharp({
    text: {
      text: `<span foreground="${colour}" letter_spacing="${tracking}" line_height="${font === "display" ? 0.82 : 1}">${markup}</span>`,
      font: `${FONTS[font]}, ${EMOJI_FONT} ${size}`,
      fontfile: fontFile(`concours-${font}`),
      rgba: true,
      dpi: 72,
      width: TEXT_WIDTH,
      wrap: "word-char",
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
}

let emojiLoaded: Promise<unknown> | undefined;

/**
 * Registers the emoji font by drawing one text with it: a text can name one font file, but Fontconfig
 * remembers earlier ones.
 */
function loadEmoji(): Promise<unknown> {
  emojiLoaded ??= sharp({ text: { text: "|", font: `${EMOJI_FONT} 16`, fontfile: fontFile("twemoji") } })
    .png()
    .toBuffer();
  return emojiLoaded;
}

/** The emoji between two invisible bars: Pango sizes glyphs by their outlines, and an emoji has none. */
function markedEmoji(emoji: string, size: number): string {
  const bar = `<span alpha="1" size="125%" letter_spacing="${Math.round(-0.27 * size * 1024)}">|</span>`;
  return bar + emoji + bar;
}

const isEmoji = (letter: string) => EMOJI.test(letter) && !DRAWABLE.test(letter);

/** Limits the text to what fits, and drops letters that no bundled font has. */
function shorten(text: string): string[] {
  const letters = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text.normalize("NFC"))]
    .map(({ segment }) => segment)
    .filter((letter) => isEmoji(letter) || [...letter].every((each) => DRAWABLE.test(each)));
  return letters.length > MOST_LETTERS ? [...letters.slice(0, MOST_LETTERS - 1), "…"] : letters;
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
