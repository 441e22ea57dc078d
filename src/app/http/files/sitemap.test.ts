import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, it } from "vitest";
import routes from "../../../routes.ts";
import { FOUND_PAGES, LEFT_ALONE, robotsTxt, sitemapXml } from "./sitemap.ts";

/** Addresses of static pages: inside a layout, without parameters. */
function pages(entries: readonly RouteConfigEntry[], base = "/"): string[] {
  return entries.flatMap(({ path, index, children }) => {
    if (children) return pages(children, path === undefined ? base : `${base}${path}/`);
    return index ? [base] : path !== undefined && !/[:*]/.test(path) ? [`${base}${path}`] : [];
  });
}

const framed = (await routes).filter(({ children }) => children);
const isLeftAlone = (path: string) => LEFT_ALONE.some((beginning) => path.startsWith(beginning));

describe("the site map", () => {
  it("lists each indexable page", () => {
    expect(FOUND_PAGES.toSorted()).toEqual(
      pages(framed)
        .filter((path) => !isLeftAlone(path))
        .toSorted(),
    );
  });

  it("lists each page in each language, with links to the others", () => {
    const xml = sitemapXml("https://shop.example", ["3f2b8f2e-0000-4000-8000-000000000001"]);
    const draw = "https://shop.example/lottery/3f2b8f2e-0000-4000-8000-000000000001";
    const entries = [...xml.matchAll(/<url><loc>([^<]+)<\/loc>(.*)<\/url>/g)].filter(([, url]) => url?.startsWith(draw));
    expect(entries.map(([, url]) => url)).toEqual([draw, `${draw}?lng=en`, `${draw}?lng=fr`]);
    for (const [, , links] of entries) expect(links?.match(/hreflang="[\w-]+"/g)).toHaveLength(3);
  });
});

it("in test mode robots.txt names no site map", () => {
  expect(robotsTxt("https://shop.example", { isTestMode: true })).not.toContain("Sitemap");
  expect(robotsTxt("https://shop.example", { isTestMode: true })).toContain("User-agent: *");
});

it("robots.txt names the site map and excluded paths", () => {
  const lines = robotsTxt("https://shop.example").split("\n");
  expect(lines).toContain("Sitemap: https://shop.example/sitemap.xml");
  expect(lines).toContain("Disallow: /functions/");
});
