/** Search engines, previews of shared links, and the ribbon. */
import sharp from "sharp";
import { describe, expect, inject, it } from "vitest";
import { z } from "zod";
import { type Draw, makeDraw } from "./books.fixture.ts";
import { journey } from "./journey.fixture.ts";

const shop = inject("shop");
const get = (path: string) => fetch(new URL(path, shop.url));
const text = async (path: string) => (await get(path)).text();

let made: Promise<Draw> | undefined;
const aDraw = () => {
  made ??= makeDraw(shop, { title: "Found & <shared>", available: 40 });
  return made;
};

async function dataOf(path: string): Promise<Map<string, Record<string, unknown>>> {
  const blocks = [...(await text(path)).matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  const known = z.looseObject({ "@context": z.literal("https://schema.org"), "@type": z.string() });
  return new Map(blocks.map(([, json = ""]) => [known.parse(JSON.parse(json))["@type"], JSON.parse(json)]));
}

describe("a shared link", () => {
  it.each(["en", "fr"])("to a draw shows its name and a picture of its own, in %s", async (language) => {
    const { id } = await aDraw();
    const html = await text(`/lottery/${id}?lng=${language}`);
    expect(html).toContain('<meta property="og:title" content="Found &amp; &lt;shared&gt; – Concours"/>');
    expect(html).toContain(`<link rel="canonical" href="${shop.url}/lottery/${id}?lng=${language}"/>`);
    const [, address = ""] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    expect(address).toBe(`${shop.url}/og/lottery/${id}.jpg?lng=${language}`);
    const reply = await fetch(address);
    expect(reply.headers.get("Content-Type")).toBe("image/jpeg");
    expect(reply.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    expect(await sharp(await reply.arrayBuffer()).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  });

  it("shows the words of its language: the two pictures differ", async () => {
    const { id } = await aDraw();
    const pictures = await Promise.all(
      ["en", "fr"].map(async (language) => Buffer.from(await (await get(`/og/lottery/${id}.png?lng=${language}`)).arrayBuffer())),
    );
    expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(false);
  });

  it("to a draw's live page shows the draw's picture", async () => {
    const { id } = await aDraw();
    expect(await text(`/draws/${id}/live`)).toContain(`content="${shop.url}/og/lottery/${id}.jpg?lng=en"`);
  });

  it("to any other page shows the shop's", async () => {
    expect(await text("/login")).toContain(`<meta property="og:image" content="${shop.url}/og/shop.jpg?lng=en"/>`);
    for (const path of ["/og/shop.jpg", "/og/shop.png"])
      expect((await get(path)).headers.get("Content-Type"), path).toBe("image/jpeg");
  });

  it.each(["00000000-0000-4000-8000-000000000000.png", "nothing.png", "..%2Fshop.png"])("has no picture for %s", async (file) => {
    expect((await get(`/og/lottery/${file}`)).status).toBe(404);
  });
});

describe("search engines", () => {
  it("find a draw as a product with an offer, and the way to it", async () => {
    const { id } = await aDraw();
    const data = await dataOf(`/lottery/${id}`);
    expect(data.get("Product")).toMatchObject({
      name: "Ticket for the Found & <shared> draw",
      offers: { price: "29.99", priceCurrency: "GBP", availability: "https://schema.org/InStock" },
    });
    expect(data.get("BreadcrumbList")).toMatchObject({
      itemListElement: [
        { position: 1, item: `${shop.url}/` },
        { position: 2 },
        { position: 3, item: `${shop.url}/lottery/${id}` },
      ],
    });
    expect(data.get("Organization")).toMatchObject({ name: "Concours", url: `${shop.url}/` });
  });

  journey("find the same of a draw that was opened from another page", async ({ visit }) => {
    const { id, title } = await aDraw();
    const page = await visit();
    await page.goto("/prize");
    await page.locator(`main a[href^="/lottery/${id}"]`).first().click();
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
    const data = new Map(blocks.map((json) => [JSON.parse(json)["@type"], JSON.parse(json)]));
    const sent = await dataOf(`/lottery/${id}`);
    expect([...data.keys()].toSorted()).toEqual([...sent.keys()].toSorted());
    expect(data.get("BreadcrumbList")).toEqual(sent.get("BreadcrumbList"));
  });

  it("find the questions of home, with their answers", async () => {
    const questions = (await dataOf("/")).get("FAQPage")?.mainEntity;
    expect(questions).toHaveLength(6);
  });

  it("are led to pages that are there, and to this draw", async () => {
    const { id } = await aDraw();
    const xml = await text("/sitemap.xml");
    expect(xml).toContain(`<loc>${shop.url}/lottery/${id}?lng=fr</loc>`);
    const plain = [...xml.matchAll(/<loc>([^<?]+)<\/loc>/g)].map(([, url = ""]) => url);
    const replies = await Promise.all(
      plain.map(async (url) => {
        const reply = await fetch(url);
        const isDescribed = /<meta name="description" content="[^"]{20}/.test(await reply.text());
        return `${reply.status} ${isDescribed ? "described" : "bare"} ${url}`;
      }),
    );
    expect(replies.filter((reply) => !reply.startsWith("200 described "))).toEqual([]);
    expect(await text("/robots.txt")).toContain(`Sitemap: ${shop.url}/sitemap.xml`);
  });

  it("and devices find icons that are as large as they say", async () => {
    expect(await text("/")).toMatch(/<link [^>]*rel="manifest" href="\/site\.webmanifest"/);
    const reply = await get("/site.webmanifest");
    expect(reply.headers.get("Content-Type")).toContain("application/manifest+json");
    const { icons } = z.object({ icons: z.array(z.object({ src: z.string(), sizes: z.string() })) }).parse(await reply.json());
    for (const { src, sizes } of icons.filter((icon) => icon.sizes !== "any")) {
      const { width, height } = await sharp(await (await get(src)).arrayBuffer()).metadata();
      expect(`${width}x${height}`, src).toBe(sizes);
    }
  });
});

describe("the closing date", () => {
  journey("goes into a calendar from the draw's page", async ({ visit }) => {
    const { id } = await aDraw();
    const page = await visit();
    await page.goto(`/lottery/${id}`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Add these dates to your calendar", exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^concours-\d+\.ics$/);
    const reply = await get(`/lottery/${id}/closing.ics?lng=fr`);
    expect(reply.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    const file = (await reply.text()).replaceAll("\r\n ", "");
    expect(file).toContain("SUMMARY:Found & <shared>\u00a0: fin des ventes\r\n");
    expect((await get("/lottery/00000000-0000-4000-8000-000000000000/closing.ics")).status).toBe(404);
  });
});

describe("the ribbon", () => {
  journey("runs a round in 20 s, leads to the profile, and is paused by its button, pointer and focus", async ({ visit }) => {
    const page = await visit({ reducedMotion: false });
    await page.goto("/");
    const ribbon = page.getByRole("complementary", { name: "Announcements", exact: true });
    const style = () =>
      page.locator(".ribbon-track").evaluate((track) => {
        const { animationDuration, animationPlayState } = getComputedStyle(track);
        return `${animationDuration} ${animationPlayState}`;
      });
    expect(await ribbon.getByRole("link").getAttribute("href")).toBe("https://www.instagram.com/concours");
    await expect.poll(style).toBe("20s running");
    await ribbon.hover();
    await expect.poll(style).toBe("20s paused");
    await page.mouse.move(700, 700);
    await expect.poll(style).toBe("20s running");
    const pause = ribbon.getByRole("button", { name: "Pause announcements", exact: true });
    await pause.focus();
    await page.keyboard.press("Space");
    await expect.poll(() => pause.getAttribute("aria-pressed")).toBe("true");
    await pause.blur();
    await expect.poll(style).toBe("20s paused");
    await pause.focus();
    await page.keyboard.press("Space");
    await pause.blur();
    await expect.poll(style).toBe("20s running");
  });

  journey("shows its first sentence without moving if the visitor prefers reduced motion", async ({ visit }) => {
    const page = await visit({ reducedMotion: true, language: "fr" });
    await page.goto("/");
    const sentences = page.locator(".ribbon-track > span").filter({ visible: true });
    expect(await sentences.allTextContents()).toEqual(["Suivez-nous sur Instagram"]);
    expect(await page.locator(".ribbon-track").evaluate((track) => track.getAnimations().length)).toBe(0);
  });
});
