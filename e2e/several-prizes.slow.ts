/** A draw with three prizes, own packs and a cash alternative, from the form to the handover. */
import { randomBytes, randomInt } from "node:crypto";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, inject } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { fillDraw } from "#demo/orders.ts";
import { seededRandom } from "#demo/random.ts";
import adminDrawsEn from "../public/locales/en/admin-draws.json" with { type: "json" };
import adminLotteriesEn from "../public/locales/en/admin-lotteries.json" with { type: "json" };
import adminDrawsFr from "../public/locales/fr/admin-draws.json" with { type: "json" };
import adminLotteriesFr from "../public/locales/fr/admin-lotteries.json" with { type: "json" };
import { withDatabase } from "./books.fixture.ts";
import {
  answerAndOrder,
  arriveSignedIn,
  CARDS,
  goToQuestion,
  type Language,
  payWithCard,
  readNumbers,
  WORDS,
} from "./buyer.fixture.ts";
import { expectNoSidewaysScroll, journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");
const ADMIN_WORDS = {
  en: { draws: adminDrawsEn, lotteries: adminLotteriesEn.lotteries, review: adminLotteriesEn.review },
  fr: { draws: adminDrawsFr, lotteries: adminLotteriesFr.lotteries, review: adminLotteriesFr.review },
} as const;
const PRIZES = { en: ["A watch", "A weekend"], fr: ["Une montre", "Un week-end"] } as const;
const CASH_REFERENCE = "FP-2041";
/** Tickets of other players; the journey's player buys the last two. */
const OTHERS = 38;

/** Replaces the placeholders of a text of the screens. */
function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}

async function publish(page: Page, title: string, language: Language): Promise<void> {
  const { lotteries: t, review } = ADMIN_WORDS[language];
  const field = (name: keyof typeof t.field) => page.getByLabel(t.field[name], { exact: true });
  await page.goto("/admin/lotteries");
  await page.getByRole("button", { name: t.new }).click();
  const noise = sharp(randomBytes(160 * 100 * 3), { raw: { width: 160, height: 100, channels: 3 } });
  await page
    .locator("#picture-files")
    .setInputFiles({ name: "car.png", mimeType: "image/png", buffer: await noise.png().toBuffer() });
  await field("title").first().fill(title);
  await field("title_fr").first().fill(title);
  await field("description").fill("One of one.");
  await field("description_fr").fill("Un exemplaire unique.");
  await page.locator("summary", { hasText: t.cash }).click();
  await field("cash_alternative").fill("500");
  await page.locator("summary", { hasText: t.prizes.heading }).click();
  for (const [index, prize] of PRIZES.en.entries()) {
    await page.getByRole("button", { name: t.prizes.add }).click();
    const row = page.locator("details.prize-card").nth(index);
    await row.getByLabel(t.prizes.title, { exact: true }).fill(prize);
    await row.getByLabel(t.prizes.title_fr).fill(PRIZES.fr[index] ?? "");
    await row.getByLabel(t.prizes.value, { exact: true }).fill("200");
  }
  await field("one_prize_a_person").selectOption("yes");
  await field("price_value").fill("500");
  // A Wednesday, on which cards can be posted.
  await field("end_date").fill("2099-03-04");
  await field("tickets_available").fill(String(OTHERS + 2));
  for (const [n, quantity, percent] of [
    [1, "2", "10"],
    [2, "5", "20"],
    [3, "", ""],
  ] as const) {
    await page.getByLabel(filled(t.packs.quantity, { n }), { exact: true }).fill(quantity);
    await page.getByLabel(filled(t.packs.percent, { n }), { exact: true }).fill(percent);
  }
  await page.getByRole("radio", { name: filled(t.right, { n: 1 }) }).check();
  await field("status").selectOption("active");
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: t.create }).click();
  const step = page.getByRole("group", { name: review.title });
  await step.getByText("£900").or(step.getByText("900 £")).first().waitFor();
  await step.getByRole("button", { name: review.confirm }).click();
  await page.getByText(t.created).waitFor();
}

/** Sells all but two tickets. Without postal entries, a sold-out draw may be drawn at once. */
function fill(title: string): Promise<{ id: string; answer: { en: string; fr: string } }> {
  return withDatabase(shop, async (db) => {
    const found = db.selectFrom("lotteries").select(["id", "quiz"]).where("title", "=", title);
    const { id, quiz } = await found.executeTakeFirstOrThrow();
    await db.updateTable("lotteries").set({ takes_free_entries: false }).where("id", "=", id).execute();
    const playerIds: string[] = [];
    for (let i = 0; i < 20; i++) playerIds.push((await makeUser({ db })).id);
    const now = Date.now();
    const [from, until] = [new Date(now - 7_200_000), new Date(now - 3_600_000)];
    const luck = seededRandom(randomInt(2 ** 31));
    const orders = { unitPrice: 2999, sold: OTHERS, from, until, playerIds, luck, prefix: title, quantities: [1] };
    await db.transaction().execute((tx) => fillDraw(tx, { lotteryId: id, ...orders }));
    const [first] = (quiz as { options: { en: string; fr: string }[] }).options;
    return { id, answer: first ?? { en: "", fr: "" } };
  });
}

async function buyTheLast(page: Page, { id, answer }: { id: string; answer: string }, language: Language): Promise<void> {
  const sum = language === "fr" ? "53,98\u00a0£" : "£53.98";
  await arriveSignedIn(page, `/lottery/${id}`, language);
  await page.getByText(PRIZES[language][0]).first().waitFor();
  // Two are left: the draw's smallest pack.
  await page.getByRole("radio", { name: new RegExp(WORDS[language].lottery.packs.bronze) }).check();
  await page.getByText(sum, { exact: true }).first().waitFor();
  await expectNoSidewaysScroll(page);
  await goToQuestion(page, language);
  await answerAndOrder(page, { answer, sum, language });
  await payWithCard(page, CARDS.pays, language);
  expect(await readNumbers(page, 2, language)).toHaveLength(2);
}

async function draw(page: Page, title: string, language: Language): Promise<void> {
  const t = ADMIN_WORDS[language].draws.draw;
  await page.goto("/admin/draw");
  await page.getByRole("button", { name: filled(t.drawOf, { title }) }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t.dialog.reason).fill("All tickets are sold.");
  await dialog.getByRole("button", { name: t.dialog.confirm }).click();
  await page.getByText(t.done).last().waitFor({ timeout: 60_000 });
}

async function handOver(page: Page, title: string, language: Language): Promise<void> {
  const t = ADMIN_WORDS[language].draws.winners;
  await page.goto("/admin/winners");
  const card = page.getByRole("region", { name: title, exact: true }).first();
  const prize = (name: string) => card.getByRole("region", { name, exact: true });
  const [watch, weekend] = PRIZES[language];
  const step = async (name: string, button: string) => {
    await prize(name).getByRole("button", { name: button, exact: true }).click();
    await prize(name).getByRole("button", { name: button, exact: true }).waitFor({ state: "detached" });
  };

  // The second prize: its winner declines, and the next reserve wins.
  const select = prize(watch).getByRole("combobox", { name: t.select.label });
  const before = await prize(watch).locator(".current-winner").textContent();
  await select.click();
  await page.locator('[role="option"]:not([aria-disabled])').first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t.replace.code, { exact: true }).selectOption("declined");
  await dialog.getByLabel(t.replace.reason).fill("The winner has a watch.");
  await dialog.getByRole("button", { name: t.replace.confirm }).click();
  await page.getByText(t.updated).waitFor();
  await expect.poll(() => prize(watch).locator(".current-winner").textContent()).not.toBe(before);

  // The first prize: its winner takes the cash, which is paid.
  await step(title, t.prize.setContacted);
  await prize(title).getByRole("button", { name: t.choice.recordCash }).click();
  await prize(title).getByRole("button", { name: t.choice.recordPrize }).waitFor();
  await step(title, t.prize.setConfirmed);
  await prize(title).getByLabel(t.prize.document).selectOption("passport");
  await step(title, t.prize.setChecked);
  await prize(title).getByLabel(t.choice.payment).fill(CASH_REFERENCE);
  await step(title, t.choice.setPaid);
  await prize(title).getByText(CASH_REFERENCE).waitFor();

  // The third is handed over as advertised.
  await step(weekend, t.prize.setContacted);
  await step(weekend, t.prize.setConfirmed);
  await prize(weekend).getByLabel(t.prize.document).selectOption("driving_licence");
  await step(weekend, t.prize.setChecked);
  await step(weekend, t.prize.setDelivered);
  await expectNoSidewaysScroll(page);
}

describe("a draw with three prizes", () => {
  for (const language of ["en", "fr"] as const)
    journey(`is made, sold, drawn and handed over in ${language}`, async ({ visit }) => {
      const title = language === "en" ? "Three of a Kind" : "Trois à la fois";
      const staff = await visit({ language, width: 390 });
      await signIn(staff, shop);
      await publish(staff, title, language);
      const { id, answer } = await fill(title);
      const player = await visit({ language, width: 390 });
      await buyTheLast(player, { id, answer: answer[language] }, language);
      await draw(staff, title, language);
      await handOver(staff, title, language);
      await player.goto(`/draws/${id}`);
      await player.getByText("The winner has a watch.").first().waitFor();
      for (const prize of PRIZES[language]) await player.getByText(prize).first().waitFor();
      await expectNoSidewaysScroll(player);
    });
});
