/** The demonstration's tour: led to from each page, with links that open, and ticks that stay. */
import { expect, inject } from "vitest";
import demoEn from "../public/locales/en/demo.json" with { type: "json" };
import { expectAccessible, journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");

journey("the tour of the demonstration leads to ten things that wait, and keeps its ticks", async ({ visit }) => {
  const page = await visit({ width: 1440 });
  await signIn(page, shop);
  await page.goto("/admin");
  await page.getByRole("link", { name: "Try ten things", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: demoEn.title }).waitFor();
  const steps = page.getByRole("main").getByRole("list").first().locator(":scope > li");
  expect(await steps.count()).toBe(10);
  await expectAccessible(page);

  const links = await page
    .getByRole("main")
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  // Signed in, a sign-in link leads to its screen. A screen that is closed to staff would lead home.
  const replies = await Promise.all([...new Set(links)].map((href) => page.request.get(shop.url + href)));
  const ends = replies.map((reply) => [reply.status(), new URL(reply.url()).pathname]);
  expect(ends.filter(([status, path]) => status !== 200 || path === "/" || path === "/login")).toEqual([]);
  expect(replies.length).toBeGreaterThan(20);

  const { title } = demoEn.steps.refund;
  await page.getByRole("checkbox", { name: `Done: ${title}` }).check();
  await page.getByText("1 of 10 done", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("1 of 10 done", { exact: true }).waitFor();
  await page.getByRole("button", { name: demoEn.clear, exact: true }).click();
  await page.getByText("0 of 10 done", { exact: true }).waitFor();
});
