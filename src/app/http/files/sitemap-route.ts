import { listLotteries } from "#features/lotteries/server/list-lotteries.ts";
import type { Call } from "#platform/request/api.server.ts";
import { readingOf } from "#platform/request/request.server.ts";
import { sitemapXml } from "./sitemap.ts";

export async function get({ context }: Call) {
  const ctx = readingOf(context);
  const [active, completed] = await Promise.all([listLotteries(ctx, "active"), listLotteries(ctx, "completed")]);
  const ids = [...active, ...completed].map(({ id }) => id);
  return new Response(sitemapXml(ctx.publicUrl, ids), {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
