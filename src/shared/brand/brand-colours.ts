/** Derives all colours of the pages from a brand's two colours, and checks their contrast (WCAG 2). Pure. */
/** `#rrggbb`: the accent of buttons, links and marks, and the background. */
export type BrandColours = { readonly accent: string; readonly ground: string };

type Rgb = readonly [number, number, number];

const WHITE = "#ffffff";
const PALE_INK = "#f5f1ea";
const DARK_INK = "#16110a";
/**
 * Smallest contrast ratios: AA for text, more for the page's background (paler text lies on it), and AA for
 * controls.
 */
const TEXT = 4.5;
const WHOLE_PAGE = 10;
const CONTROL = 3;

const COLOUR = /^#[0-9a-f]{6}$/;

/** Whether a text is a colour such as "#d9b98a": six lower-case hexadecimal digits. */
export function isColour(text: string): boolean {
  return COLOUR.test(text);
}

/** The contrast ratio of two colours, `#rrggbb`: between 1 and 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Whether text on a background is dark. */
export function isLightGround(ground: string): boolean {
  return contrast(DARK_INK, ground) > contrast(PALE_INK, ground);
}

/** The colour of text on a background. */
export function inkOn(ground: string): string {
  return isLightGround(ground) ? DARK_INK : PALE_INK;
}

/** The colour of less important text on a background. */
export function mutedOn(ground: string): string {
  return readableOn(ground, 7);
}

/** A pair with too little contrast, with its ratio and the required one. */
export type Unreadable = {
  readonly pair: "text_on_ground" | "accent_on_ground";
  readonly has: number;
  readonly needs: number;
};

/** The pairs of a brand's colours that have too little contrast. Every accepted accent can carry text. */
export function findUnreadable({ accent, ground }: BrandColours): Unreadable[] {
  const { raised } = steps(ground);
  const pairs = [
    { pair: "text_on_ground", has: contrast(inkOn(ground), raised), needs: WHOLE_PAGE },
    { pair: "accent_on_ground", has: contrast(accent, raised), needs: TEXT },
  ] as const;
  return pairs.filter(({ has, needs }) => has < needs);
}

/** The colour of text on a button of the accent's colour: dark ink or white, whichever has more contrast. */
export function textOn(accent: string): string {
  return contrast(accent, DARK_INK) >= contrast(accent, WHITE) ? DARK_INK : WHITE;
}

/** A CSS rule with the colour tokens of src/ui/css/theme.css that depend on a brand's two colours. */
export function themeCss({ accent, ground }: BrandColours): string {
  const { surface, raised, pack, packHover } = steps(ground);
  const tokens = {
    night: ground,
    surface,
    raised,
    pack,
    "pack-hover": packHover,
    "line-strong": readableOn(raised, CONTROL + 0.1),
    muted: mutedOn(raised),
    faint: readableOn(raised, TEXT + 0.1),
    champagne: accent,
    "champagne-hi": isLightGround(ground) ? mix(accent, DARK_INK, 0.25) : mix(accent, WHITE, 0.4),
    "on-accent": textOn(accent),
    // Nearly opaque on a light ground, because pictures may be dark.
    veil: `${ground}${isLightGround(ground) ? "e6" : "9e"}`,
    ...(isLightGround(ground) && lightTokens(raised)),
  };
  const rules = Object.entries(tokens).map(([name, colour]) => `--color-${name}:${colour}`);
  return `@layer theme{:root:root{${rules.join(";")}}}${isLightGround(ground) ? LIGHT_CSS : ""}`;
}

/** `--tint`: the channels of the ink, for transparent lines. The back office has its own scheme. */
const LIGHT_CSS = `@layer theme{:root:root{--tint:${channels(DARK_INK).join(" ")};--shadow-panel:0 24px 70px -30px rgb(40 34 22/.35);--shadow-toast:0 20px 50px -20px rgb(40 34 22/.35)}}html:root:not(.admin){color-scheme:light}`;

/** Colours of states and tiers that are readable on dark grounds only, replaced on light ones. */
const LIGHT_STATES = { success: "#146c43", warn: "#8a5a00", danger: "#a3271b", info: "#1d4f91", grey: "#57534c" };
const LIGHT_TIERS = { bronze: "#8a5527", silver: "#5d656f", gold: "#7a5a22", platinum: "#555a61", diamond: "#2f6f8a" };

function lightTokens(raised: string): Record<string, string> {
  const states = Object.entries(LIGHT_STATES).flatMap(([name, colour]) => {
    const stateGround = mix(raised, colour, 0.1);
    // Also readable on the state's own background, which is darker than the page's.
    const text = readableFrom(colour, stateGround);
    return [[name, text] as const, [`${name}-text`, text] as const, [`${name}-ground`, stateGround] as const];
  });
  const tiers = Object.entries(LIGHT_TIERS).map(([name, colour]) => [`tier-${name}`, readableFrom(colour, raised)] as const);
  return {
    ...{ ink: DARK_INK, line: `${DARK_INK}1f`, "line-mid": `${DARK_INK}3d` },
    ...Object.fromEntries([...states, ...tiers]),
    ...{
      autofill: mix(raised, "#d9b98a", 0.2),
      chosen: mix(raised, "#d9b98a", 0.25),
      unavailable: readableOn(raised, TEXT + 0.1),
    },
  };
}

/** A colour, mixed with dark ink until it is readable on this background. */
function readableFrom(colour: string, ground: string): string {
  const shares = Array.from({ length: 21 }, (_, i) => i / 20);
  return shares.map((share) => mix(colour, DARK_INK, share)).find((each) => contrast(each, ground) >= TEXT) ?? DARK_INK;
}

/** The background's variants, nearer to the ink: surfaces, raised surfaces and packs of tickets. */
function steps(ground: string) {
  const step = (share: number) => mix(ground, isLightGround(ground) ? DARK_INK : WHITE, share);
  return { surface: step(0.037), raised: step(0.07), pack: step(0.086), packHover: step(0.117) };
}

/** The palest mixture of the background and the text colour that has this contrast on the background. */
function readableOn(ground: string, needs: number): string {
  const shares = Array.from({ length: 100 }, (_, i) => (i + 1) / 100);
  const ink = inkOn(ground);
  return shares.map((share) => mix(ground, ink, share)).find((colour) => contrast(colour, ground) >= needs) ?? ink;
}

/** `share`: 0 gives `from`, 1 gives `to`. */
function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  return `#${a.map((value, i) => hex(value + ((b[i] ?? 0) - value) * share)).join("")}`;
}

function hex(value: number): string {
  return Math.round(value).toString(16).padStart(2, "0");
}

function channels(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb;
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
