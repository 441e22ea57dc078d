/** The tasks of an operator's week: each within two clicks of the dashboard, by the links on the screens. */
import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import { journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");

/** The address of the screen on which the task is done. */
const TASKS = {
  "see what is due today": /^\/admin$/,
  "look into an alert": /^\/admin\/alerts$/,
  "approve what a colleague proposed": /^\/admin\/approvals$/,
  "find a player": /^\/admin\/users$/,
  "look after a player with signs of harm": /^\/admin\/care$/,
  "create a draw": /^\/admin\/lotteries\?form=new$/,
  "edit or publish a draw": /^\/admin\/lotteries\?form=[\da-f-]{36}$/,
  "see a draw's participants": /^\/admin\/draw\/[\da-f-]{36}$/,
  "draw a winner": /^\/admin\/draw$/,
  "hand over a prize": /^\/admin\/winners$/,
  "key in postal cards": /^\/admin\/free-entries$/,
  "refund an order": /^\/admin\/orders\/[\da-f-]{36}$/,
  "answer a dispute": /^\/admin\/disputes$/,
  "see the profit of a draw": /^\/admin\/profit$/,
  "check a payout": /^\/admin\/payouts$/,
  "export the books": /^\/admin\/journal$/,
  "answer a message": /^\/admin\/messages$/,
  "answer a complaint": /^\/admin\/complaints$/,
  "send a campaign": /^\/admin\/emails$/,
  "change the terms": /^\/admin\/texts$/,
  "change the shop's look": /^\/admin\/shop$/,
  "invite a colleague": /^\/admin\/staff$/,
};
const MOST_CLICKS = 2;
/** The screen of one record, such as an order. */
const RECORD = /[\da-f-]{36}/;

/** Each link on the screen, with its clicks: one more inside something that is folded. */
async function linksOn(page: Page): Promise<[address: string, clicks: number][]> {
  return page.evaluate(() => {
    const targets = [...document.querySelectorAll<HTMLElement>("a[href], form:not([method='post']) button")];
    return targets.flatMap((target): [string, number][] => {
      const form = target.closest("form");
      // A field may be named "action", so the property is not the address.
      const address = new URL(target.getAttribute("href") ?? form?.getAttribute("action") ?? "", document.baseURI);
      const fields = form && !target.hasAttribute("href") ? [...new FormData(form)] : [];
      for (const [name, value] of fields) address.searchParams.set(name, String(value));
      const isFolded = target.closest("details:not([open])") !== null;
      const isShown = isFolded || target.getClientRects().length > 0;
      return isShown ? [[address.pathname + address.search, isFolded ? 2 : 1]] : [];
    });
  });
}

journey("twenty tasks and more are each at most two clicks from the dashboard", async ({ visit }) => {
  const page = await visit({ width: 1440 });
  await signIn(page, shop);
  await page.goto("/admin");
  const clicks = new Map([["/admin", 0]]);
  const note = (links: readonly [string, number][], from: number) => {
    for (const [address, count] of links) clicks.set(address, Math.min(clicks.get(address) ?? Infinity, from + count));
  };
  note(await linksOn(page), 0);
  for (const [address, count] of [...clicks])
    if (count === 1 && address.startsWith("/admin/") && !RECORD.test(address)) {
      await page.goto(address, { waitUntil: "domcontentloaded" });
      note(await linksOn(page), 1);
    }
  const nearest = (screen: RegExp) =>
    Math.min(...[...clicks].map(([address, count]) => (screen.test(address) ? count : Infinity)));
  const far = Object.entries(TASKS)
    .map(([task, screen]) => [task, nearest(screen)] as const)
    .filter(([, count]) => count > MOST_CLICKS);
  expect(Object.keys(TASKS).length).toBeGreaterThanOrEqual(20);
  expect(far).toEqual([]);
});
