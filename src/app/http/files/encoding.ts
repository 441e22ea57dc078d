/** For static files, best first: brotli is a tenth smaller. */
export const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** For dynamic replies, best first: zstd is as small as brotli here in less than half the time. */
export const QUICK_ENCODINGS = ["zstd", "br", "gzip"] as const;
export type QuickEncoding = (typeof QUICK_ENCODINGS)[number];

/** Text types. Pictures and woff2 are compressed already; event streams must not be buffered. */
const TEXT =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b|image\/svg\+xml|font\/(?:ttf|otf))/i;

export function isCompressible(contentType: string | null | undefined): boolean {
  return contentType !== null && contentType !== undefined && TEXT.test(contentType);
}

/** Parses `Accept-Encoding` (RFC 9110, 12.5.3): highest weight, then our order; `q=0` refuses. */
export function chooseEncoding<Offered extends QuickEncoding>(
  header: string | undefined,
  offered: readonly Offered[],
): Offered | undefined {
  // The header of all current browsers.
  if (header?.endsWith("gzip, deflate, br, zstd") && header.length === 23) return offered[0];
  const weights = new Map<string, number>();
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  let best: { encoding: Offered; weight: number } | undefined;
  for (const encoding of offered) {
    const weight = weights.get(encoding) ?? weights.get("*") ?? 0;
    if (weight > (best?.weight ?? 0)) best = { encoding, weight };
  }
  return best?.encoding;
}

export function varyByEncoding(headers: Headers): void {
  const vary = headers.get("Vary");
  if (vary === "*" || (vary && /(?:^|,)\s*accept-encoding\s*(?:,|$)/i.test(vary))) return;
  headers.append("Vary", "Accept-Encoding");
}
