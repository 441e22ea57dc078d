/** Text pages and the contact form: with scripts and without, in both languages. */
import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import aboutEn from "../public/locales/en/about.json" with { type: "json" };
import footerEn from "../public/locales/en/footer.json" with { type: "json" };
import { expectAccessible } from "./accessible.fixture.ts";
import { makeDraw, withDatabase } from "./books.fixture.ts";
import { arriveSignedIn, type Language } from "./buyer.fixture.ts";
import { formReply, refusedWith } from "./form-reply.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { READING_WORDS } from "./reading.fixture.ts";
import { variants } from "./variants.fixture.ts";

const shop = inject("shop");
const LANGUAGES = ["en", "fr"] as const;

async function write(page: Page, language: Language, letter: Record<"name" | "email" | "subject" | "message", string>) {
  const { fields, submit } = READING_WORDS[language].about.contact;
  const main = page.getByRole("main");
  for (const [field, text] of Object.entries(letter)) {
    await main.getByLabel(fields[field as keyof typeof letter], { exact: true }).fill(text);
  }
  await main.getByRole("button", { name: submit, exact: true }).click();
}

const letterNo = (id: string) => ({
  name: "Zoë O’Hara",
  // A second message from an address continues its conversation.
  email: `zoe.${id.replaceAll(" ", "-")}@example.com`,
  subject: `Letter ${id}`,
  message: "Hello,\nis my ticket in?",
});
const kept = (subject: string) =>
  withDatabase(shop, (db) =>
    db.selectFrom("contact_messages").select(["name", "email", "message", "locale"]).where("subject", "=", subject).execute(),
  );

describe("the pages to be read", () => {
  journey.for(variants(LANGUAGES))("are all reached from the foot of a page, in %s", async (language, { visit }) => {
    const page = await visit({ language });
    await page.goto("/about");
    const links = page.getByRole("contentinfo").getByRole("navigation");
    for (const text of ["enterFree", "about", "contact", "privacy", "terms", "cookies"] as const) {
      const title = await page.title();
      await links.getByRole("link", { name: READING_WORDS[language].footer[text], exact: true }).click();
      await page.waitForURL(`**/${text === "enterFree" ? "enter-free" : text}`);
      // The address changes before the page does.
      await expect.poll(() => page.title()).not.toBe(title);
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
    await page
      .getByRole("banner")
      .getByRole("link", { name: language === "en" ? "How to win" : "Comment gagner" })
      .click();
    await page.waitForURL("**/how-to-win");
    const main = page.getByRole("main");
    const counted = main.locator("#steps + ol > li, #tips + ol > li, #benefits + ul > li");
    await expect.poll(() => counted.count()).toBe(3 + 5 + 3);
    await main.getByRole("link", { name: READING_WORDS[language].how.ready.draws }).click();
    await page.waitForURL("**/prize");
  });

  journey("lead to their parts by a list at the side", async ({ visit }) => {
    const language = "fr";
    const page = await visit({ language });
    await page.goto("/terms");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const contents = page.getByRole("main").getByRole("navigation");
    const parts = await contents.getByRole("link").allTextContents();
    expect(await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents()).toEqual(parts);
    await contents.getByRole("link").last().click();
    await expect.poll(() => page.evaluate(() => window.location.hash)).toBe("#changes");
    const column = page.getByRole("main").locator("section").first();
    expect((await column.boundingBox())?.width).toBe(720);
    expect(await column.locator("h2").evaluate((heading) => getComputedStyle(heading).fontSize)).toBe("28px");
    // Printed without the layout, black on white.
    await page.emulateMedia({ media: "print" });
    for (const frame of [page.getByRole("banner"), page.getByRole("contentinfo"), contents])
      await expect.poll(() => frame.isVisible()).toBe(false);
    await expect.poll(() => column.locator("h2").evaluate((heading) => getComputedStyle(heading).color)).toBe("rgb(0, 0, 0)");
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
  });

  journey("the cookie policy names every cookie and note that a visit leaves behind", async ({ visit }) => {
    const page = await visit();
    await page.goto("/?lng=fr");
    await page.goto("/cookies");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    const names = [...left, ...(await page.context().cookies()).map(({ name }) => name)];
    expect(names.length).toBeGreaterThan(3);
    const policy = await page.getByRole("main").innerText();
    expect(names.filter((name) => !policy.includes(name))).toEqual([]);
  });

  journey("the figures about the shop are counted", async ({ visit }) => {
    const page = await visit();
    const won = await withDatabase(shop, (db) =>
      db.selectFrom("lotteries").select("price_value_pence").where("winner_id", "is not", null).execute(),
    );
    await page.goto("/about");
    const figures = page.locator("section", { has: page.locator("#figures") }).locator("dd");
    const worth = won.reduce((sum, { price_value_pence }) => sum + price_value_pence, 0) / 100;
    expect(await figures.nth(0).innerText()).toBe(String(won.length));
    expect(await figures.nth(1).innerText()).toBe(`£${new Intl.NumberFormat("en-GB").format(worth)}`);
  });
});

describe("the free way in", () => {
  journey("stands beside the buy button and leads to the address, the rules and the open draws", async ({ visit }) => {
    const language = "fr";
    const draw = await makeDraw(shop, { title: "By post" });
    const page = await visit({ language });
    await page.goto(`/lottery/${draw.id}`);
    const link = page.getByRole("main").getByRole("link", { name: READING_WORDS[language].footer.enterFree, exact: true });
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await link.click();
    await page.waitForURL(`**/enter-free#draw-${draw.id}`);
    await page.getByText("PO Box 1", { exact: true }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "By post", exact: true }).click();
    await page.waitForURL(`**/lottery/${draw.id}`);

    await arriveSignedIn(page, `/quiz/${draw.id}?quantity=1`, language);
    expect(await page.getByRole("main").locator('a[href^="/enter-free"]').count()).toBe(1);
    expect(await page.getByRole("main").locator('a[href="/terms"]').count()).toBe(1);

    // Beside every price, in the same size and weight.
    const places = [
      ["/", ".hero .type-lead strong", ".hero .type-lead a strong"],
      ["/prize", ".draw-facts dd", ".draw-facts dd a"],
      [`/lottery/${draw.id}`, ".facts dd", ".facts dd a"],
      [`/quiz/${draw.id}?quantity=1`, "main", 'main a[href^="/enter-free"]'],
    ] as const;
    for (const [path, price, free] of places) {
      await page.goto(path);
      const look = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => [getComputedStyle(element).fontSize, getComputedStyle(element).fontWeight]);
      expect(
        await page
          .locator(free)
          .first()
          .evaluate((element) => element.closest("a")?.pathname),
        path,
      ).toBe("/enter-free");
      if (!path.startsWith("/quiz")) expect(await look(free), path).toEqual(await look(price));
    }
  });

  journey("is not offered where a draw takes no cards", async ({ visit }) => {
    const [draw] = await Promise.all([makeDraw(shop, { title: "No cards" }), makeDraw(shop, { title: "With cards" })]);
    await withDatabase(shop, (db) =>
      db.updateTable("lotteries").set({ takes_free_entries: false }).where("id", "=", draw.id).execute(),
    );
    const page = await visit();
    await page.goto(`/lottery/${draw.id}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByRole("main").getByRole("link", { name: footerEn.enterFree }).count()).toBe(0);
    await page.goto("/enter-free");
    await page.getByRole("main").getByRole("link", { name: "With cards", exact: true }).waitFor();
    expect(await page.getByRole("main").getByRole("link", { name: "No cards", exact: true }).count()).toBe(0);
  });
});

describe("writing to the shop", () => {
  journey.for([
    ["en", "without scripts"],
    ["fr", "with scripts"],
  ] as const)("in %s, %s, ends with a message that is kept", async ([language, how], { visit }) => {
    const page = await visit({ language, scripts: how === "with scripts" });
    await page.goto("/contact");
    const letter = letterNo(`${language} ${how}`);
    await write(page, language, letter);
    await page.waitForURL("**/contact?sent");
    await page
      .getByRole("main")
      .getByText(language === "en" ? "Thank you. Your message is on its way." : "Message envoyé avec succès\u00a0!")
      .waitFor();
    const { name, email, message } = letter;
    expect(await kept(letter.subject)).toEqual([{ name, email, message, locale: language }]);
  });

  journey("reports missing fields, and keeps typed text", async ({ visit }) => {
    const language = "fr";
    const page = await visit({ language });
    await page.goto("/contact");
    await write(page, language, { ...letterNo("missing"), email: "zoe@", subject: "" });
    const { fields, problems, summary } = READING_WORDS[language].about.contact;
    const alert = page.getByRole("alert", { name: summary });
    await alert.getByRole("link", { name: problems.emailInvalid }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("email");
    await alert.getByRole("link", { name: problems.subjectRequired }).waitFor();
    expect(await page.getByLabel(fields.name, { exact: true }).inputValue()).toBe("Zoë O’Hara");
    await expectAccessible(page);
  });

  journey("on a phone, shows a refusal in view", async ({ visit }) => {
    const page = await visit({ width: 390, tolerate: [/429/] });
    await page.goto("/contact");
    // A rate limit refusal, which this shop does not send without limits.
    const refused = formReply({ intent: "contact", refused: refusedWith("tooMany"), minutes: 5 });
    await page.route("**/contact.data", (route) => route.fulfill({ status: 429, ...refused }));
    await write(page, "en", letterNo("one too many"));
    const note = page.getByRole("main").getByRole("alert");
    await note.getByText("You’ve sent several messages in a short time.").waitFor();
    await expect.poll(() => note.evaluate((element) => element.getBoundingClientRect().top >= 0)).toBe(true);
  });

  journey("without scripts, reports it as well", async ({ visit }) => {
    const page = await visit({ scripts: false, tolerate: [/422/] });
    await page.goto("/contact");
    await write(page, "en", { ...letterNo("missing"), email: "zoe@" });
    await page.getByText(aboutEn.contact.problems.emailInvalid).first().waitFor();
    expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe("Hello,\nis my ticket in?");
  });
});
