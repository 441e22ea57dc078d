/** Visits of many pages with all checks for every page. */
import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import { FOUND_PAGES } from "#app/http/files/sitemap.ts";
import {
  expectAccessible,
  expectColumnsByLetters,
  expectLargeTargets,
  expectNoSidewaysScroll,
  expectRoomForLetters,
  expectRoomForSpacing,
} from "./accessible.fixture.ts";
import { type Draw, withDatabase } from "./books.fixture.ts";
import {
  answerAndOrder,
  arriveSignedIn,
  CARDS,
  goToQuestion,
  type Language,
  logIn,
  payWithCard,
  readNumbers,
  WORDS,
} from "./buyer.fixture.ts";
import { goWithin } from "./hydration.fixture.ts";
import { expectWhole } from "./reading.fixture.ts";
import { expectLittleRestyled } from "./restyle.fixture.ts";
import { PLAYER } from "./sign-in.fixture.ts";

const RESTYLED = ["/", "/prize", "/contact"];

/** The demo draw that was won first. */
async function firstWonDraw(): Promise<string> {
  const find = (db: Parameters<Parameters<typeof withDatabase>[1]>[0]) =>
    db.selectFrom("draw_log").select("lottery_id").where("sequence", "=", 1).executeTakeFirstOrThrow();
  return (await withDatabase(inject("shop"), find)).lottery_id;
}

/** Every public page in French, or in English, in a window that is then changed. */
export async function expectEveryPageWhole(page: Page, draw: Draw, language: Language): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const titles = new Set<string>();
  const others = ["/success?canceled=true", "/mailbox", "/no-such-page", "/lottery/no-such-draw"];
  for (const path of [...FOUND_PAGES, `/lottery/${draw.id}`, `/draws/${await firstWonDraw()}`, ...others]) {
    await page.setViewportSize({ width, height });
    await (path === "/mailbox" ? page.goto(path) : goWithin(page, path));
    if (path !== "/mailbox") {
      const title = await expectWhole(page, path, language);
      // Others redirect, as /success does when signed out.
      if (FOUND_PAGES.includes(path)) titles.add(title);
    }
    await expectAccessible(page);
    if (language === "fr" && RESTYLED.includes(path)) await expectLittleRestyled(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectLargeTargets(page);
    await expectRoomForLetters(page);
    // 1440 × 900, enlarged to 200 %.
    await page.setViewportSize({ width: 720, height: 450 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await expectRoomForSpacing(page);
    // 390 px, enlarged to 200 %.
    await page.setViewportSize({ width: 195, height: 422 });
    await expectNoSidewaysScroll(page);
    if (language === "fr") await expectColumnsByLetters(page);
  }
  expect(titles.size, "each page has a title of its own").toBe(FOUND_PAGES.length);
  // A player with hundreds of tickets.
  await page.goto("/login");
  await logIn(page, PLAYER, language);
  await page.getByRole("status").filter({ hasText: WORDS[language].auth.welcomeBack }).waitFor();
  await page.goto("/profile");
  await page.getByRole("heading", { level: 1, name: "Amelia Reed", exact: true }).waitFor();
  await expectNoSidewaysScroll(page);
  if (language === "fr") await expectColumnsByLetters(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectRoomForLetters(page);
}

/** From the form of a new account to the ticket numbers, in French on a phone. */
export async function walkToTheNumbers(page: Page, draw: Draw, check: (page: Page) => Promise<void>): Promise<void> {
  const language = "fr";
  await page.goto("/register");
  await page.getByRole("main").getByRole("button", { name: WORDS[language].auth.register.submit, exact: true }).click();
  await page.getByRole("alert").first().waitFor();
  await check(page);

  await arriveSignedIn(page, `/lottery/${draw.id}?quantity=2`, language);
  await check(page);
  await goToQuestion(page, language);
  await page.getByRole("radio", { name: "Porsche", exact: true }).waitFor();
  await check(page);
  await expectRoomForLetters(page);
  await expectColumnsByLetters(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await answerAndOrder(page, { answer: "Porsche", sum: "59,98\u00a0£", language });
  await check(page);
  await payWithCard(page, CARDS.pays, language);
  expect(await readNumbers(page, 2, language)).toHaveLength(2);
  await check(page);
  for (const query of ["canceled=true", "success=true&session_id=cs_unknown", "nothing"]) {
    await page.goto(`/success?${query}`);
    await check(page);
  }
}
