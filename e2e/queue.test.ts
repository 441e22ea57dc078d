/** The waiting room: opening, a stable place, admission, leaving; in both languages. */
import { expect, inject } from "vitest";
import queueEn from "../public/locales/en/queue.json" with { type: "json" };
import queueFr from "../public/locales/fr/queue.json" with { type: "json" };
import { makeDraw } from "./books.fixture.ts";
import { answerAndOrder, arriveSignedIn, goToQuestion } from "./buyer.fixture.ts";
import { expectAccessible, expectNoSidewaysScroll, journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";
import { changeRoom, openRoom } from "./waiting-room.fixture.ts";

const shop = inject("shop");

journey("people wait together, and each has a turn", async ({ visit }) => {
  const draw = await makeDraw(shop, { title: "On television" });
  await openRoom(draw);
  const amelia = await visit({ width: 390 });
  await arriveSignedIn(amelia, `/lottery/${draw.id}?quantity=2`);
  await goToQuestion(amelia, "en");
  await amelia.waitForURL(`/lottery/${draw.id}/queue?**`);
  const heading = (page: typeof amelia) => page.getByRole("heading", { level: 1 });
  await expect.poll(() => heading(amelia).textContent()).toMatch(/^You’re in\. Sales open at \d\d:\d\d\.$/);
  const number = (page: typeof amelia, label: string) =>
    page.locator("dl.facts div", { hasText: label }).locator("dd").textContent();
  expect(await number(amelia, queueEn.facts.number)).toBe("1");
  await expectAccessible(amelia);
  await expectNoSidewaysScroll(amelia);

  const lea = await visit({ language: "fr" });
  await arriveSignedIn(lea, `/lottery/${draw.id}/queue`, "fr");
  expect(await number(lea, queueFr.facts.number)).toBe("2");
  await expectAccessible(lea);
  // Another tab and a reload have the same place.
  await lea.reload();
  const tab = await lea.context().newPage();
  await tab.goto(`/lottery/${draw.id}/queue`);
  expect([await number(lea, queueFr.facts.number), await number(tab, queueFr.facts.number)]).toEqual(["2", "2"]);
  await tab.close();
  await amelia.getByText("2", { exact: true }).waitFor();

  await changeRoom(draw, { opens_at: new Date(Date.now() - 1000) });
  const isUp = async (page: typeof amelia) =>
    [queueEn.up.title, queueFr.up.title].includes((await heading(page).textContent()) ?? "");
  const isSomebodyUp = async () => [await isUp(amelia), await isUp(lea)].filter(Boolean).length;
  await expect.poll(isSomebodyUp, { timeout: 30_000 }).toBe(1);
  const [first, second] = (await isUp(amelia)) ? ([amelia, lea] as const) : ([lea, amelia] as const);
  expect(await first.title()).toMatch(/^(It’s your turn|C’est votre tour) – Concours$/);
  const next = [queueEn.waiting.next, queueFr.waiting.next];
  await expect.poll(() => heading(second).textContent(), { timeout: 30_000 }).toSatisfy((text) => next.includes(String(text)));
  await expectAccessible(second);

  const language = first === amelia ? "en" : "fr";
  const sums = { amelia: "£59.98", lea: "29,99 £" };
  await first.getByRole("link", { name: language === "en" ? queueEn.go : queueFr.go, exact: true }).click();
  await answerAndOrder(first, { answer: "Porsche", sum: first === amelia ? sums.amelia : sums.lea, language });
  // A payment admits the next one.
  await expect.poll(() => isUp(second), { timeout: 30_000 }).toBe(true);

  const words = second === amelia ? queueEn : queueFr;
  await second.getByText(words.leave.title, { exact: true }).click();
  await second.getByRole("button", { name: words.leave.button, exact: true }).click();
  await second.getByText(words.leave.done, { exact: true }).waitFor();
  await second.goto(`/lottery/${draw.id}/queue`);
  await second.getByRole("heading", { level: 1 }).waitFor();
  await changeRoom(draw, { is_on: false });
  await second.goto(`/quiz/${draw.id}?quantity=1`);
  await second.getByRole("radio", { name: "Porsche", exact: true }).waitFor();
});

journey("a place without scripts", async ({ visit }) => {
  const draw = await makeDraw(shop, { title: "On the radio" });
  await openRoom(draw);
  const page = await visit({ scripts: false });
  await arriveSignedIn(page, `/lottery/${draw.id}/queue`);
  expect(await page.locator("noscript meta[http-equiv=refresh]").count()).toBe(1);
  await changeRoom(draw, { opens_at: new Date(Date.now() - 1000) });
  await page.reload();
  await page.getByRole("link", { name: queueEn.go, exact: true }).click();
  await page.getByRole("radio", { name: "Porsche", exact: true }).waitFor();
});

journey("switching on a room shows one message", async ({ visit }) => {
  const { id } = await makeDraw(shop, { title: "Switched on" });
  const page = await visit({ width: 1440 });
  await signIn(page, shop);
  await page.goto(`/admin/lotteries/${id}/queue`);
  await page.getByRole("button", { name: "Switch on", exact: true }).click();
  await page.getByRole("button", { name: "Save", exact: true }).waitFor();
  const said = page.getByRole("status").filter({ hasText: "Waiting room saved" });
  await said.first().waitFor();
  // A second toast would have come with the form that replaced the first.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await said.count()).toBe(1);
});
