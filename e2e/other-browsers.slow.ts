/** Buying, the proof of a draw and the administrator's form in Firefox and WebKitGTK, if installed. */
import { PAGE_WORDS } from "@concours/simulator-kit/page/page-texts";
import { expect, inject } from "vitest";
import { makeDraw, withDatabase } from "./books.fixture.ts";
import { CARDS, WORDS } from "./buyer.fixture.ts";
import type { OtherBrowser } from "./other-browsers.fixture.ts";
import {
  awake,
  button,
  field,
  heading,
  journeyInOthers,
  label,
  open,
  press,
  signIn,
  signUp,
  until,
} from "./other-visitor.fixture.ts";
import { ADMIN } from "./sign-in.fixture.ts";

const shop = inject("shop");
const { common, lottery, pastdraws, success } = WORDS.en;

journeyInOthers("a visitor says their age, signs in and buys 15 tickets", (browser, name) => buy(browser, `For ${name}`));

async function buy(browser: OtherBrowser, title: string): Promise<void> {
  const draw = await makeDraw(shop, { title, pricePence: 1000 });
  const person = await signUp();
  await open(browser, `/lottery/${draw.id}`);
  await press(browser, "I am 18 or over");
  await press(browser, common.consent.rejectAll);
  expect(await browser.evaluate(underlines), "how thick underlines are").toEqual(["1px"]);
  await signIn(browser, person);

  await open(browser, `/lottery/${draw.id}`);
  await browser.click(label, "Bronze, 15 tickets");
  await press(browser, lottery.panel.continue);
  await until(browser, label, "Porsche");
  await browser.click(label, "Porsche");
  await press(browser, "Pay £135.00");

  const { labels, pay } = PAGE_WORDS.en;
  await until(browser, field, labels.cardNumber);
  await browser.type(CARDS.pays, field, labels.cardNumber);
  await browser.type("1234", field, labels.cardExpiry);
  await browser.type("123", field, labels.cardCvc);
  await browser.type("Amelia Hart", field, labels.billingName);
  await press(browser, pay("£135.00"));
  await until(browser, heading, success.tickets.title_other.replace("{{n}}", "15"));
  await awake(browser);
  await press(browser, success.tickets.more_other.split("{{n}}")[0] ?? "");
  const numbers = () => browser.evaluate(() => new Set(document.body.innerText.match(/CONC-\d{4}-\d+/g)).size);
  await expect.poll(numbers).toBe(15);
}

journeyInOthers("a visitor checks a draw; an administrator makes a draw with pictures", async (browser, name) => {
  await open(browser, "/");
  await press(browser, "I am 18 or over");
  await press(browser, common.consent.rejectAll);
  await checkDraw(browser);
  await makeDrawWithPictures(browser, `Made in ${name}`);
});

async function checkDraw(browser: OtherBrowser): Promise<void> {
  const first = await withDatabase(shop, (db) =>
    db.selectFrom("draw_log").select("lottery_id").where("sequence", "=", 1).executeTakeFirstOrThrow(),
  );
  await open(browser, `/draws/${first.lottery_id}`);
  await press(browser, pastdraws.check.start);
  const says = () => browser.evaluate((text) => document.body.innerText.includes(text), pastdraws.check.yes);
  await expect.poll(says, { timeout: 60_000 }).toBe(true);
}

async function makeDrawWithPictures(browser: OtherBrowser, title: string): Promise<void> {
  await signIn(browser, ADMIN);
  await open(browser, "/admin/lotteries");
  await press(browser, "New Lottery");
  await until(browser, field, "Title");
  await browser.evaluate(dropPictures);
  await until(browser, button, "Remove Picture 2");
  await browser.type(title, field, "Title");
  await browser.type("One of one.", field, "Description");
  await browser.evaluate(setDate, "End date", "2099-01-01");
  await press(browser, "Create draw");
  const pictures = () =>
    withDatabase(shop, async (db) => {
      const saved = db
        .selectFrom("lotteries")
        .innerJoin("lottery_images", "lotteries.id", "lottery_images.lottery_id")
        .select("image_url")
        .where("title", "=", title);
      return (await saved.execute()).length;
    });
  await expect.poll(pictures, { message: "pictures of the saved draw" }).toBe(2);
}

// The functions below run in the page.

function setDate(name: string, day: string): void {
  const input = [...document.querySelectorAll("label")].find((each) => each.textContent?.trim() === name)?.control;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, day);
  input?.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Fills the drop zone's file field with two pictures. */
function dropPictures(): void {
  const files = new DataTransfer();
  for (const name of ["front.png", "rear.png"]) {
    const canvas = Object.assign(document.createElement("canvas"), { width: 160, height: 100 });
    const pen = canvas.getContext("2d");
    for (let x = 0; pen && x < 160; x += 4) {
      pen.fillStyle = `hsl(${Math.random() * 360} 60% 50%)`;
      pen.fillRect(x, 0, 4, 100);
    }
    const bytes = Uint8Array.from(atob(canvas.toDataURL("image/png").split(",")[1] ?? ""), (char) => char.charCodeAt(0));
    files.items.add(new File([bytes], name, { type: "image/png" }));
  }
  const input = document.querySelector<HTMLInputElement>("#picture-files");
  if (!input) throw new Error("There is no field for pictures");
  input.files = files.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function underlines(): string[] {
  const styles = [...document.querySelectorAll("a")].map((link) => getComputedStyle(link));
  const underlined = styles.filter(({ textDecorationLine }) => textDecorationLine === "underline");
  return [...new Set(underlined.map(({ textDecorationThickness }) => textDecorationThickness))];
}
