/** A cheap page for floods of unknown addresses and refused forms. */
import type { Ctx } from "#platform/ctx.server.ts";
import type { Locale } from "#shared/language/locale.ts";
import { ownLanguages } from "#shared/language/own-languages.ts";
import { newNonce } from "./cached-pages.ts";
import { plainPage, plainPolicy } from "./plain-page.ts";

/** Fully rendered refusals per process and window. Mistyped addresses stay far below. */
const MOST_WHOLE = 40;
/** Beyond that a client with few refusals still gets whole pages, up to this many over all clients. */
const MOST_OWN = 3;
const MOST_ANYHOW = 200;
const WINDOW_MS = 10_000;

const REFUSED: readonly number[] = [404, 405, 429];

/** Counts over all visitors, against changing addresses, and by client, to spare the others. */
export function createFloodGate(now: () => number = () => performance.now()): { isOver(client: string): boolean } {
  let until = 0;
  let count = 0;
  const byClient = new Map<string, number>();
  return {
    isOver(client) {
      if (now() >= until) {
        [until, count] = [now() + WINDOW_MS, 0];
        byClient.clear();
      }
      count += 1;
      if (count > MOST_ANYHOW) return true;
      const own = (byClient.get(client) ?? 0) + 1;
      byClient.set(client, own);
      return count > MOST_WHOLE && own > MOST_OWN;
    },
  };
}
const gate = createFloodGate();

type Asked = { readonly status: number; readonly headers: Headers; readonly locale: Locale; readonly client: string };

/** @returns undefined if the whole page is to be rendered: no refusal, no flood, or limits are off */
export function refusedPage(ctx: Ctx, { status, headers, locale, client }: Asked, flood = gate): Response | undefined {
  if (!ctx.env.rateLimits || !REFUSED.includes(status) || !flood.isOver(client)) return undefined;
  const nonce = newNonce();
  const other = ownLanguages().find((each) => each !== locale);
  const words = [locale, ...(other ? [other] : [])].map((each) => wordsOf(ctx, each, status));
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", plainPolicy(nonce));
  return new Response(plainPage(words, { nonce, brand: ctx.brand.current }), { status, headers });
}

function wordsOf(ctx: Ctx, locale: Locale, status: number) {
  const t = ctx.messages[locale].getFixedT(null, "common");
  return status === 429
    ? { locale, title: t("refused.tooManyTitle"), paragraphs: [t("refused.tooMany")], home: t("error.home") }
    : { locale, title: t("error.notFoundTitle"), paragraphs: [t("error.notFoundText")], home: t("error.home") };
}
