/** Buying in Firefox and WebKitGTK, if installed. More: other-browsers.slow.ts. */
import { PAGE_WORDS } from "@concours/simulator-kit/page/page-texts";
import { expect, inject } from "vitest";
import { makeDraw } from "./books.fixture.ts";
import { CARDS, WORDS } from "./buyer.fixture.ts";
import type { OtherBrowser } from "./other-browsers.fixture.ts";
import { awake, field, heading, journeyInOthers, label, open, press, signIn, signUp, until } from "./other-visitor.fixture.ts";

const shop = inject("shop");
const { common, lottery, success } = WORDS.en;

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

// The function below runs in the page.

function underlines(): string[] {
  const styles = [...document.querySelectorAll("a")].map((link) => getComputedStyle(link));
  const underlined = styles.filter(({ textDecorationLine }) => textDecorationLine === "underline");
  return [...new Set(underlined.map(({ textDecorationThickness }) => textDecorationThickness))];
}
