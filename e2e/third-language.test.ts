/** A language that was added as files, without a build: for whoever looks at it, then for everybody. */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { insertBrand } from "#features/accounts/server/brand-store.ts";
import { connectBeside } from "./beside.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { type Shop, startShop } from "./shop.fixture.ts";

let shop: Shop;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "concours-languages-"));
  await mkdir(join(folder, "cy"));
  const write = (name: string, texts: object) => writeFile(join(folder, "cy", `${name}.json`), JSON.stringify(texts));
  await write("common", { nav: { liveDraws: "Y rhai byw" } });
  await write("howtowin", { hero: { title: "Sut i ennill" } });
  shop = await startShop({ env: { LANGUAGES_DIR: folder } });
}, 120_000);
afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

const languageOf = (page: Page) => page.getAttribute("html", "lang");
const choices = (page: Page) => page.locator("header details li a").filter({ visible: true });

/** What the shop says to whoever would rather read Welsh. */
async function answered(path: string) {
  const reply = await fetch(`${shop.url}${path}`, { headers: { "Accept-Language": "cy" } });
  const html = await reply.text();
  return {
    language: /<html[^>]* lang="(\w+)"/.exec(html)?.[1],
    others: [...html.matchAll(/<link rel="alternate" hrefLang="([\w-]+)"/gi)].map(([, language]) => language),
  };
}

journey("a language that was added is read by its address, and offered to visitors once the owner says so", async ({ visit }) => {
  expect(await answered("/")).toEqual({ language: "en", others: ["en", "fr", "x-default"] });
  const page = await visit({ at: shop.url });
  await page.goto("/?lng=cy");
  expect(await languageOf(page)).toBe("cy");
  await page.locator("header").getByText("Y rhai byw").filter({ visible: true }).first().waitFor();
  // What is not translated is English, and no page shows a key.
  expect(await page.locator("h1").textContent()).not.toMatch(/^[a-z]+\.[a-zA-Z.]+$/);

  const { ctx, close } = await connectBeside(shop);
  const choice = { languages: ["cy"] };
  await ctx.db.transaction().execute((tx) => insertBrand(tx, { version: 1, choice, at: new Date(), by: undefined }));
  await close();
  await expect.poll(() => answered("/")).toEqual({ language: "cy", others: ["en", "fr", "cy", "x-default"] });
});

journey("is chosen in the switch like any other: in place, kept, and its texts are fetched alone", async ({ visit }) => {
  const page = await visit({ at: shop.url });
  await page.goto("/how-to-win");
  const fetched: string[] = [];
  page.on("request", (request) => request.url().includes("/locales/") && fetched.push(new URL(request.url()).pathname));
  await page.locator("header summary").filter({ visible: true }).click();
  expect(await choices(page).allTextContents()).toEqual(["English", "Français", "Cymraeg"]);
  await choices(page).getByText("Cymraeg").click();
  await page.waitForFunction(() => document.documentElement.lang === "cy");
  await page.getByRole("heading", { name: "Sut i ennill" }).waitFor();
  expect(fetched.every((path) => path.startsWith("/locales/cy/"))).toBe(true);
  expect(fetched).toContain("/locales/cy/howtowin.json");
  await page.reload();
  expect(await languageOf(page)).toBe("cy");
});
