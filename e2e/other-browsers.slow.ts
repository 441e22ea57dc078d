/** The proof of a draw and the administrator's form in Firefox and WebKitGTK, if installed. */
import { expect, inject } from "vitest";
import { withDatabase } from "./books.fixture.ts";
import { WORDS } from "./buyer.fixture.ts";
import type { OtherBrowser } from "./other-browsers.fixture.ts";
import { button, field, journeyInOthers, open, press, signIn, until } from "./other-visitor.fixture.ts";
import { ADMIN } from "./sign-in.fixture.ts";

const shop = inject("shop");
const { common, pastdraws } = WORDS.en;

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
