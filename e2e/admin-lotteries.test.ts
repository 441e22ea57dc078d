/** The Lotteries screen in a browser: creating, previewing, concurrent editing, sorting, deleting. */
import { randomBytes, randomInt } from "node:crypto";
import type { Page, Route } from "playwright-core";
import sharp from "sharp";
import { describe, expect, inject } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { fillDraw } from "#demo/orders.ts";
import { seededRandom } from "#demo/random.ts";
import { makeDraw, withDatabase } from "./books.fixture.ts";
import { expectAccessible, expectAccessibleInBoth, journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");
const LIST = "/admin/lotteries";
/** A unique picture: equal bytes would count as the same picture. */
const picture = async (name: string) => {
  const noise = sharp(randomBytes(160 * 100 * 3), { raw: { width: 160, height: 100, channels: 3 } });
  return { name, mimeType: "image/png", buffer: await noise.png().toBuffer() };
};

const file = (name: string, mimeType: string, content: string | Buffer) => ({ name, mimeType, buffer: Buffer.from(content) });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const order = (page: Page) =>
  page.locator('input[name="images"]').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
const said = (page: Page, text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text }).first().waitFor();

describe("the lotteries", () => {
  journey("are made with pictures, previewed, changed by two, put in order by keyboard, and deleted", async ({ visit }) => {
    const page = await visit({ tolerate: [/409|422/, /CONNECTION_FAILED/] });
    await signIn(page, shop);
    await page.goto(LIST);
    await page.getByRole("button", { name: "New Lottery" }).click();
    await field(page, "Title").waitFor();
    expect(await field(page, "Price per ticket (£)").inputValue()).toBe("29.99");
    expect(await field(page, "Status").inputValue()).toBe("draft");

    // Files over the limit are refused before they are sent.
    const files = page.locator("#picture-files");
    await files.setInputFiles([
      file("car.svg", "image/svg+xml", "<svg/>"),
      file("huge.png", "image/png", Buffer.alloc(5_242_881)),
    ]);
    await said(page, /^File type must be /);
    await said(page, "File is larger than 5242880 bytes");
    await files.setInputFiles([file("empty.png", "image/png", "")]);
    await said(page, "File is smaller than 1 bytes");
    await files.setInputFiles(["1", "2", "3", "4", "5"].map((name) => file(`${name}.png`, "image/png", name)));
    await said(page, "Too many files");
    await files.setInputFiles([file("lie.png", "image/png", "no picture")]);
    await said(page, /Failed to upload image: lie.png/);

    // An interrupted file is kept until it is sent again.
    await page.route("**/admin/lotteries/images?*", (route) => route.abort("connectionfailed"));
    await files.setInputFiles([await picture("front.png"), await picture("rear.png")]);
    await said(page, /Failed to upload image: (?:front|rear).png. We can’t reach the shop/);
    const again = page.getByRole("button", { name: "Upload front.png, rear.png again", exact: true });
    await again.waitFor();
    await page.unroute("**/admin/lotteries/images?*");
    await again.click();
    await expect.poll(() => page.getByRole("button", { name: /^Remove Picture/ }).count(), { timeout: 60_000 }).toBe(2);
    await files.setInputFiles([1, 2, 3].map((n) => file(`${n}.png`, "image/png", "x")));
    await said(page, "Maximum 4 images allowed");
    const before = await order(page);

    await field(page, "Title").fill("Sarthe Spéciale");
    await field(page, "Title in French").fill("Sarthe Unique");
    await field(page, "Description").fill("One of one.");
    // An ambiguous number is reported and kept; a decimal comma is accepted, and the mouse wheel changes
    // nothing.
    const price = field(page, "Price per ticket (£)");
    await price.fill("1.000");
    await price.blur();
    await page.locator("#price_per_ticket-error").waitFor();
    await price.fill("");
    await price.pressSequentially("29,99");
    await price.hover();
    await page.mouse.wheel(0, 100);
    expect(await price.inputValue()).toBe("29,99");
    expect(await page.locator("#price_per_ticket-error").count()).toBe(0);
    const preview = page.getByRole("complementary", { name: "Live preview" });
    await preview.getByText(/^£29\.99/).waitFor();
    await preview.getByText("Draft", { exact: true }).waitFor();
    await preview.getByText("Sarthe Spéciale", { exact: true }).waitFor();
    await preview.getByRole("button", { name: "Français" }).click();
    await preview.getByText("Sarthe Unique", { exact: true }).waitFor();
    await expectAccessible(page);

    // By keyboard: picked up, moved and dropped, with an announcement for each step.
    await page.getByRole("button", { name: "Move Picture 1", exact: true }).focus();
    await page.keyboard.press("Space");
    await page.getByText("Picture 1 picked up, in position 1 of 2.").waitFor({ state: "attached" });
    // The library listens to keys shortly after its announcement. At the end, another press changes nothing.
    const moved = page.getByText("Picture 1 moved to position 2 of 2.");
    await expect.poll(() => page.keyboard.press("ArrowRight").then(() => moved.count()), { interval: 500 }).toBe(1);
    await page.keyboard.press("Space");
    await expect.poll(() => order(page)).toEqual(before.toReversed());
    // By mouse: dragging the picture itself, not only its handle.
    const first = page.getByRole("img", { name: "Picture 1", exact: true });
    await first.scrollIntoViewIfNeeded();
    const dragged = await first.boundingBox();
    const target = await page.getByRole("img", { name: "Picture 2", exact: true }).boundingBox();
    if (!dragged || !target) throw new Error("A picture is not shown");
    await page.mouse.move(dragged.x + dragged.width / 2, dragged.y + dragged.height / 2);
    await page.mouse.down();
    await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => order(page)).toEqual(before);

    // Leaving asks for confirmation; staying keeps everything.
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Keep editing" }).click();
    expect(await field(page, "Title").inputValue()).toBe("Sarthe Spéciale");
    await field(page, "End date").fill("2000-01-01");
    await page.getByRole("button", { name: "Create draw" }).click();
    await page.getByRole("alert").getByRole("link", { name: "End date: The end date is before the start date" }).waitFor();
    await field(page, "End date").fill("2099-01-01");

    // An incomplete draw cannot go on sale: each problem links to its field. A draft is saved anyway.
    await field(page, "Status").selectOption("active");
    await page.getByRole("button", { name: "Create draw" }).click();
    const missing = page.getByRole("alert").filter({ hasText: "This draw cannot go on sale yet" });
    await expect
      .poll(() => missing.getByRole("link").allInnerTexts())
      .toEqual(["Describe the car in French", "Choose the right answer"]);
    await missing.getByRole("link", { name: "Describe the car in French" }).click();
    await expect.poll(() => field(page, "Description in French").evaluate((el) => el === document.activeElement)).toBe(true);
    await field(page, "Description in French").fill("Un exemplaire unique.");
    await missing.getByRole("link", { name: "Choose the right answer" }).click();
    await page.keyboard.press("Space");
    expect(await page.getByRole("radio", { name: "Option 1 is the right answer" }).isChecked()).toBe(true);
    await page.getByText("Everything is there: this draw can go on sale.").waitFor();
    // Leaving before the reply asks, too, because the reply may be a refusal.
    const held = Promise.withResolvers<void>();
    const hold = (route: Route) => held.promise.then(() => route.continue());
    await page.route("**/admin/lotteries.data*", hold, { times: 1 });
    await field(page, "Title").fill("");
    await page.getByRole("button", { name: "Create draw" }).click();
    await page.getByRole("link", { name: "Dashboard" }).click();
    const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
    await leaving.waitFor();
    held.resolve();
    await page.getByRole("link", { name: "Title: This field is required" }).waitFor();
    await leaving.waitFor({ state: "hidden" });
    await field(page, "Title").fill("Sarthe Spéciale");
    await field(page, "Status").selectOption("draft");
    await page.getByRole("button", { name: "Create draw" }).click();
    await said(page, "Lottery created successfully");
    const card = page.getByRole("article", { name: "Sarthe Spéciale" });
    await card.getByText("+1 more").waitFor();
    await card.getByText("Draft", { exact: true }).waitFor();
    expect(await page.getByRole("article").first().getAttribute("aria-labelledby")).toBe(
      await card.getAttribute("aria-labelledby"),
    );

    // Concurrent editing: the second save is a conflict, and no typed text is lost.
    await card.getByRole("button", { name: /^Edit/ }).click();
    await field(page, "Title").waitFor();
    // The form is above the list: keyboard focus moves to its heading.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    const form = page.url();
    const colleague = await visit({ tolerate: [/401/] });
    await signIn(colleague, shop);
    await colleague.goto(form);
    await page.goto(form);
    await field(colleague, "Prize value (£)").fill("99000");
    // Signed out meanwhile: typed text is kept until the next sign-in.
    await colleague.context().clearCookies({ name: "session" });
    await colleague.getByRole("button", { name: "Save changes" }).click();
    const ended = colleague.getByRole("dialog", { name: "You have been signed out" });
    await ended.getByRole("link", { name: "Sign in" }).waitFor();
    await signIn(colleague, shop);
    await ended.waitFor({ state: "detached" });
    await said(colleague, "Lottery updated successfully");
    await field(page, "Description").fill("My own words.");
    await page.getByRole("button", { name: "Remove Picture 2" }).click();
    await page.getByRole("button", { name: "Save changes" }).click();
    const told = page.getByRole("alert").filter({ hasText: "while you were editing it" });
    await told.getByText("99000").waitFor();
    expect(await field(page, "Description").inputValue()).toBe("My own words.");
    expect(await order(page)).toEqual([before[0]]);
    await page.getByRole("button", { name: "Save changes" }).click();
    await said(page, "Lottery updated successfully");
    expect((await fetch(`${shop.url}${before[1]}-160.webp`)).status).toBe(404);
    expect((await fetch(`${shop.url}${before[0]}-160.webp`)).status).toBe(200);

    // It goes on sale after a review. As it loses money and ends on New Year's Day, a sentence is typed.
    await card.getByRole("button", { name: /^Edit/ }).click();
    await field(page, "Status").selectOption("active");
    await page.getByRole("button", { name: "Save changes" }).click();
    const review = page.getByRole("group", { name: "Review before it goes on sale" });
    await review.getByText("This draw loses money even when it sells out").waitFor();
    await review.getByText("Sales end on a day without post").waitFor();
    await expect.poll(() => review.evaluate((step) => step === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await review.getByRole("button", { name: "Back to editing" }).click();
    await review.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save changes" }).click();
    const sentence = review.getByLabel(/^To go on, type/);
    await sentence.fill("I agree");
    await review.getByRole("button", { name: "Put on sale" }).click();
    await review.getByText("Type the sentence above exactly as it is written").waitFor();
    await expect.poll(() => sentence.evaluate((input) => input === document.activeElement)).toBe(true);
    const label = await review.locator("label[for=sentence]").innerText();
    await sentence.fill(/“(.+)”/.exec(label)?.[1] ?? "");
    await review.getByRole("button", { name: "Put on sale" }).click();
    await said(page, "Lottery updated successfully");
    await card.getByText("Active", { exact: true }).waitFor();

    await card.getByRole("button", { name: /^Delete/ }).click();
    const question = page.getByRole("dialog");
    await question.getByText("Are you sure you want to delete this lottery? This action cannot be undone.").waitFor();
    await question.getByRole("button", { name: "Delete draw" }).click();
    await said(page, "Lottery deleted successfully");
    await card.waitFor({ state: "detached" });
  });

  journey("that were ordered from are locked, and say how they end", async ({ visit }) => {
    const page = await visit({ tolerate: [/409/] });
    await signIn(page, shop);
    await page.goto(LIST);
    const card = page.getByRole("article", { name: "Valmont GT-10" });
    await card.getByRole("button", { name: /^Delete/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete draw" }).click();
    await said(page, /^Failed to delete lottery\. This draw has orders, so it cannot be deleted\./);
    await card.getByRole("button", { name: /^Edit/ }).click();
    await field(page, "Price per ticket (£)").waitFor();
    expect(await field(page, "Price per ticket (£)").getAttribute("readonly")).not.toBeNull();
    for (const name of ["Title", "Title in French", "Description", "Description in French", "Prize value (£)"])
      expect(await field(page, name).getAttribute("readonly"), name).not.toBeNull();
    expect(await page.getByRole("button", { name: /^Remove Picture|^Move Picture/ }).count()).toBe(0);
    expect(await page.getByRole("radio", { name: /^Option 1 is/ }).isDisabled()).toBe(true);
    await field(page, "Status").selectOption("draft");
    await page.getByText("A draw that was on sale cannot become a draft again. You can cancel it.").waitFor();
    await field(page, "Status").selectOption("cancelled");
    await field(page, "Reason for cancelling").waitFor();
    await page.getByRole("button", { name: "Save and cancel the draw" }).waitFor();
  });

  journey("that were ordered from are improved in public, with what was there before kept", async ({ visit }) => {
    const { id } = await makeDraw(shop, { title: "Improved" });
    await withDatabase(shop, async (db) => {
      const { id: player } = await makeUser({ db });
      const [from, until] = [new Date(Date.now() - 7_200_000), new Date(Date.now() - 3_600_000)];
      const entries = {
        lotteryId: id,
        unitPrice: 2999,
        sold: 3,
        from,
        until,
        playerIds: [player],
        luck: seededRandom(randomInt(2 ** 31)),
        prefix: id,
      };
      await db.transaction().execute((tx) => fillDraw(tx, entries));
    });
    const page = await visit({ tolerate: [/422/] });
    await signIn(page, shop);
    await page.goto(`${LIST}?form=${id}`);
    const form = page.getByRole("form", { name: "Add an improvement" });
    await form.getByRole("button", { name: "Publish the improvement" }).click();
    await page.getByRole("alert").getByText("Write a note, raise the value or add a picture.").waitFor();
    await field(page, "New prize value (£)").fill("148000");
    await field(page, "Note").fill("It comes with a year’s insurance.");
    await form.getByRole("button", { name: "Publish the improvement" }).click();
    await page.getByRole("alert").getByText("must be higher than the current one").first().waitFor();
    expect(await field(page, "Note").inputValue()).toBe("It comes with a year’s insurance.");
    await field(page, "New prize value (£)").fill("150000");
    await field(page, "Note in French").fill("Elle est assurée un an.");
    await expectAccessible(page);
    // The other form of the page keeps what is typed, and discards it on request.
    const [status, reason] = [page.locator("[name=status]"), page.locator("[name=reason_note]")];
    await status.selectOption("cancelled");
    await reason.fill("The car was stolen.");
    await form.getByRole("button", { name: "Publish the improvement" }).click();
    await said(page, "The improvement is public");
    expect(await field(page, "Prize value (£)").inputValue()).toBe("150000");
    expect([await status.inputValue(), await reason.inputValue()]).toEqual(["cancelled", "The car was stolen."]);
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await expect.poll(() => status.inputValue()).toBe("active");

    await page.goto(`/lottery/${id}`);
    const history = page.getByRole("region", { name: "The prize has been upgraded" });
    await history.getByText("The prize is now worth £150,000, up from £148,000.").waitFor();
    await history.getByText("It comes with a year’s insurance.").waitFor();
    await page.goto(`/lottery/${id}?lng=fr`);
    await page.getByText("Elle est assurée un an.").waitFor();
    await page.getByText(/Le lot vaut désormais 150\s000\s£ au lieu de 148\s000\s£/).waitFor();
    const api = (await (await fetch(`${shop.url}/api/lotteries/${id}`)).json()) as { prize_improvements: unknown };
    expect(api.prize_improvements).toMatchObject([{ kind: "value", from: 148_000, to: 150_000 }, { kind: "note" }]);
  });

  journey("are whole, and axe finds nothing", async ({ visit }) => {
    const page = await visit();
    await signIn(page, shop);
    await page.goto(LIST);
    await page.getByRole("article").first().waitFor();
    await expectAccessibleInBoth(page);
    await page.getByRole("article", { name: "Valmont GT-10" }).getByRole("button", { name: /^Edit/ }).click();
    await field(page, "Title").waitFor();
    const list = page.getByRole("list", { name: "Pictures", exact: true });
    const columns = () => list.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(" ").length);
    await expectAccessibleInBoth(page);
    expect(await columns()).toBe(4);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(columns).toBe(2);
  });

  journey("are made without scripts, in French", async ({ visit }) => {
    const page = await visit({ language: "fr", scripts: false, tolerate: [/422/] });
    await signIn(page, shop);
    await page.goto(`${LIST}?form=new`);
    // Without scripts, the form also has an empty row of a further prize.
    const title = page.locator("#title");
    await title.fill("Sans script");
    await page.getByRole("button", { name: "Créer le tirage" }).click();
    const complaint = page.getByRole("alert").getByRole("link", { name: /^Description/ });
    expect(await complaint.textContent()).toBe("Description\u00a0: Ce champ est obligatoire");
    expect(await title.inputValue()).toBe("Sans script");
    await page.locator("#description").fill("Une voiture.");
    await page.getByLabel("Ajouter des images").setInputFiles([await picture("voiture.png")]);
    await page.getByRole("button", { name: "Créer le tirage" }).click();
    const card = page.getByRole("article", { name: "Sans script" }).first();
    await card.getByText("Brouillon").waitFor();
    await card.locator("img").waitFor({ state: "attached" });
  });
});
