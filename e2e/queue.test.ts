/** The waiting room: opening, a stable place, admission, leaving; in both languages. */
import { expect, inject } from "vitest";
import { DEFAULT_PLAN } from "#features/queue/rules/admission.ts";
import adminEn from "../public/locales/en/admin-lotteries.json" with { type: "json" };
import queueEn from "../public/locales/en/queue.json" with { type: "json" };
import queueFr from "../public/locales/fr/queue.json" with { type: "json" };
import { type Draw, makeDraw, withDatabase } from "./books.fixture.ts";
import { answerAndOrder, arriveSignedIn, goToQuestion } from "./buyer.fixture.ts";
import { untilIdle } from "./cut-off.fixture.ts";
import { expectAccessible, expectNoSidewaysScroll, journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");
/** One per attempt: a draw has one room. */
let draw: Draw;

/** Opens in an hour and admits one person at a time. */
function openRoom(other: { seed?: Buffer; opens_at?: Date } = {}) {
  const opensAt = new Date(Date.now() + 3_600_000);
  const row = { lottery_id: draw.id, is_on: true, seed: Buffer.alloc(32, 7), opens_at: opensAt, ...other };
  const pace = { gather_minutes: 2 * DEFAULT_PLAN.gatherMinutes, per_minute: 60, most_inside: 1 };
  return withDatabase(shop, (db) =>
    db
      .insertInto("waiting_rooms")
      .values({ ...row, ...pace })
      .execute(),
  );
}
const change = (to: { opens_at?: Date; per_minute?: number; most_inside?: number; is_on?: boolean }) =>
  withDatabase(shop, (db) => db.updateTable("waiting_rooms").set(to).where("lottery_id", "=", draw.id).execute());

journey("people wait together, and each has a turn", async ({ visit }) => {
  draw = await makeDraw(shop, { title: "On television" });
  await openRoom();
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

  await change({ opens_at: new Date(Date.now() - 1000) });
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
  await change({ is_on: false });
  await second.goto(`/quiz/${draw.id}?quantity=1`);
  await second.getByRole("radio", { name: "Porsche", exact: true }).waitFor();
});

journey("waiting visitors get a place in a room that was closed and reopened", async ({ visit }) => {
  draw = await makeDraw(shop, { title: "Opened twice" });
  await openRoom();
  const page = await visit({ width: 390 });
  await arriveSignedIn(page, `/lottery/${draw.id}/queue`);
  const places = () =>
    withDatabase(shop, (db) => db.selectFrom("waiting_places").select("number").where("lottery_id", "=", draw.id).execute());
  expect(await places()).toEqual([{ number: 1 }]);
  await withDatabase(shop, (db) => db.deleteFrom("waiting_rooms").where("lottery_id", "=", draw.id).execute());
  expect(await places()).toEqual([]);
  await openRoom({ seed: Buffer.alloc(32, 8), opens_at: new Date(Date.now() - 1000) });
  await expect.poll(places, { timeout: 30_000 }).toEqual([{ number: 1 }]);
  await page.getByRole("link", { name: queueEn.go, exact: true }).waitFor();
});

journey("a place without scripts", async ({ visit }) => {
  draw = await makeDraw(shop, { title: "On the radio" });
  await openRoom();
  const page = await visit({ scripts: false });
  await arriveSignedIn(page, `/lottery/${draw.id}/queue`);
  expect(await page.locator("noscript meta[http-equiv=refresh]").count()).toBe(1);
  await change({ opens_at: new Date(Date.now() - 1000) });
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

journey("the second of two concurrent changes of a room is a conflict, even after a reload of its data", async ({ visit }) => {
  draw = await makeDraw(shop, { title: "Two at the door" });
  await openRoom();
  const page = await visit({ width: 1440, tolerate: [/409/] });
  await page.clock.install();
  await signIn(page, shop);
  await page.goto(`/admin/lotteries/${draw.id}/queue`);
  const pace = page.locator('[name="per_minute"]');
  const save = () => page.getByRole("button", { name: adminEn.queue.save, exact: true }).click();
  // The page asks every five seconds.
  const looks = async () => {
    for (let time = 0; time < 2; time++) {
      const reply = page.waitForResponse(/\/queue\.data/);
      await page.clock.fastForward(5_000);
      await reply;
      await untilIdle(page);
    }
  };
  const told = page.getByRole("alert").getByText(adminEn.queue.errors.changed_meanwhile, { exact: true });
  await pace.fill("77");
  await change({ per_minute: 55 });
  await looks();
  await save();
  await told.waitFor();
  await looks();
  expect([await told.isVisible(), await pace.inputValue()]).toEqual([true, "77"]);
  await expectAccessible(page);
  await save();
  await page.getByRole("status").filter({ hasText: adminEn.queue.done.set }).waitFor();
  const rows = await withDatabase(shop, (db) =>
    db.selectFrom("waiting_rooms").select("per_minute").where("lottery_id", "=", draw.id).execute(),
  );
  expect(rows).toEqual([{ per_minute: 77 }]);

  await change({ per_minute: 55 });
  await looks();
  await pace.fill("88");
  await save();
  await told.waitFor();
});
