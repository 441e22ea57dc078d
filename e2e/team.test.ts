import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import type { Role } from "#features/access/rules/rights.ts";
import { type Received, startReceiver } from "#features/integrations/server/webhooks.fixture.ts";
import { makeDraw, withDatabase } from "./books.fixture.ts";
import { arriveSignedIn, logIn, newPerson, ONE_TICKET, WORDS } from "./buyer.fixture.ts";
import { untilIdle } from "./cut-off.fixture.ts";
import { expectAccessible, expectAccessibleInBoth, journey } from "./journey.fixture.ts";
import { linkInMailbox } from "./mailbox.fixture.ts";
import { button, setUp } from "./second-factor.fixture.ts";
import type { ShopAddress } from "./shop.fixture.ts";
import { DESK, HAND, said, staffShop, TEAM_WORDS, visitAs, visitTeam } from "./team.fixture.ts";

let shop: ShopAddress;
beforeAll(async () => {
  shop = await staffShop();
}, 120_000);

/** A link of the menu. */
const menu = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name, exact: true, includeHidden: true })
    .first()
    .getByRole("link", { includeHidden: true })
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));

const SUPPORTS = [
  ...["/admin", "/admin/alerts", "/admin/approvals"],
  ...["/admin/users", "/admin/care"],
  ...["/admin/lotteries", "/admin/draw", "/admin/winners", "/admin/free-entries"],
  ...["/admin/orders", "/admin/disputes"],
  ...["/admin/messages", "/admin/complaints"],
  ...["/admin/live", "/admin/settings"],
];

journey(
  "an invited member sets up a second factor, sees only the screens of the role, and signs in with a recovery code",
  async ({ visit }) => {
    const look = HAND;
    const { language } = look;
    const { admin, mails } = TEAM_WORDS[language];
    const { auth } = WORDS[language];
    const { page: owner } = await visitAs("owner", { visit, shop, look });
    const colleague = newPerson();
    await owner.goto("/admin/staff");
    await owner.getByRole("button", { name: admin.staff.invite, exact: true }).click();
    const dialog = owner.getByRole("dialog");
    await dialog.getByLabel(admin.staff.email, { exact: true }).fill(colleague.email);
    await dialog.getByLabel(admin.staff.role, { exact: true }).selectOption("support");
    await expectAccessibleInBoth(owner);
    await dialog.getByRole("button", { name: admin.staff.send, exact: true }).click();
    await said(owner, admin.staff.invited);

    const page = await visitTeam(visit, shop, look, [/401|403|422/]);
    const mail = { subject: mails.staff.invited.subject, to: colleague.email, leads: /staff-invitation\?token=/ };
    await page.goto(await linkInMailbox(page, mail));
    await page
      .getByText(auth.invitation.lead.replace("{{role}}", admin.staff.roles.support).replace("{{shop}}", "Concours"), {
        exact: true,
      })
      .waitFor();
    const main = page.getByRole("main");
    const field = (name: "email" | "firstName" | "lastName" | "phone" | "birthDate" | "newPassword" | "confirmPassword") =>
      main.getByLabel(auth.field[name], { exact: true });
    expect(await field("email").inputValue()).toBe(colleague.email);
    await expectAccessibleInBoth(page);
    await field("firstName").fill("Noah");
    await field("lastName").fill("Hill");
    await field("phone").fill("07700 900456");
    await field("birthDate").fill("1990-05-17");
    await field("newPassword").fill(colleague.password);
    await field("confirmPassword").fill(colleague.password);
    await button(page, auth.invitation.accept).click();

    await page.waitForURL((url) => url.pathname === "/second-factor");
    await page.goto("/admin/users");
    expect(new URL(page.url()).pathname).toBe("/second-factor");
    await page.getByText(auth.factor.needed, { exact: true }).waitFor();
    const { codes } = await setUp(page, colleague, language);
    await page.getByRole("link", { name: auth.factor.kept, exact: true }).click();
    await page.waitForURL("**/admin/users");

    await page.getByRole("heading", { level: 1, name: admin.users.title, exact: true }).waitFor();
    expect(await menu(page, admin.nav.title)).toEqual(SUPPORTS);
    const make = (of: Page) => of.getByRole("button", { name: admin.lotteries.new, exact: true });
    for (const each of [owner, page]) {
      await each.goto("/admin/lotteries");
      await each.getByRole("heading", { level: 1, name: admin.lotteries.title, exact: true }).waitFor();
    }
    expect([await make(owner).count(), await make(page).count()]).toEqual([1, 0]);
    expect((await page.goto("/admin/audit-log"))?.status()).toBe(403);
    await page.getByRole("heading", { level: 1, name: admin.notAllowed.title, exact: true }).waitFor();
    await page.getByText(admin.notAllowed.text, { exact: true }).waitFor();
    await expectAccessibleInBoth(page);
    await page.getByRole("link", { name: admin.notAllowed.back, exact: true }).click();
    await page.waitForURL("**/admin");

    await owner.goto("/admin/staff");
    const card = owner.getByRole("region", { name: /^Noah Hill/ }).filter({ hasText: colleague.email });
    await card.getByText(admin.staff.factorOn, { exact: true }).waitFor();
    await expectAccessibleInBoth(owner);

    // The phone is lost.
    await page.request.post("/logout", { headers: { Origin: shop.url }, maxRedirects: 0 });
    await page.goto("/login?next=%2Fadmin%2Fmessages");
    await logIn(page, colleague, language);
    await page.getByRole("link", { name: auth.code.useRecovery, exact: true }).click();
    await page.getByLabel(auth.code.recovery, { exact: true }).fill(codes[0] ?? "");
    await button(page, auth.login.submit).click();
    await page.waitForURL("**/admin/messages");
  },
);

journey("a member whose role ends or changes with a form open is told so, and the form waits", async ({ visit }) => {
  const look = HAND;
  const { admin } = TEAM_WORDS[look.language];
  const { page, person } = await visitAs("support", { visit, shop, look });
  const text = { name: "Zoé", email: "zoe@example.com", subject: "Ma voiture", message: "Elle a du retard.", locale: "fr" };
  const messageId = await withDatabase(shop, async (db) => {
    const { id } = await db.insertInto("contact_messages").values(text).returning("id").executeTakeFirstOrThrow();
    return id;
  });
  const role = (to: Role | undefined) =>
    withDatabase(shop, async (db) => {
      const { id } = await db.selectFrom("users").select("id").where("email", "=", person.email).executeTakeFirstOrThrow();
      await db.deleteFrom("admin_user").where("id", "=", id).execute();
      if (to) await db.insertInto("admin_user").values({ id, role: to }).execute();
    });
  await page.goto(`/admin/messages/${messageId}`);
  await button(page, admin.complaints.mark).click();
  const answer = page.getByLabel(admin.complaints.answer, { exact: true });
  await answer.fill("Nous l’avons vérifié.");
  await page.getByLabel(admin.complaints.outcome, { exact: true }).selectOption("upheld");
  await role(undefined);
  await button(page, admin.complaints.send).click();
  const told = page.getByRole("dialog", { name: admin.session.shut, exact: true });
  await told.getByText(admin.session.shutText, { exact: true }).waitFor();
  expect(await told.getByRole("link").count()).toBe(0);
  expect(await answer.inputValue()).toBe("Nous l’avons vérifié.");
  await expectAccessibleInBoth(page);
  await role("marketing");
  const toldOther = page.getByRole("dialog", { name: admin.session.role, exact: true });
  await toldOther.getByText(admin.session.roleText, { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await toldOther.waitFor({ state: "detached" });
  expect(await answer.inputValue()).toBe("Nous l’avons vérifié.");
  await page.locator("button[aria-busy=true]").click({ force: true });
  await toldOther.waitFor();
  await expectAccessibleInBoth(page);
  await role("support");
  await toldOther.waitFor({ state: "detached" });
  await said(page, admin.complaints.said.answer);
  await role("owner");
  await button(page, admin.inbox.reopen).click();
  await toldOther.getByRole("button", { name: admin.session.send, exact: true }).click();
  await said(page, admin.inbox.reopenedToast);
});

journey("the second of two answers to a complaint is a conflict, and its text is kept", async ({ visit }) => {
  const look = DESK;
  const { admin } = TEAM_WORDS[look.language];
  const { page } = await visitAs("support", { visit, shop, look, tolerate: [/409/] });
  const text = { name: "Zoé", email: "zoe@example.com", subject: "My car", message: "It is late.", locale: "en" };
  const messageId = await withDatabase(shop, async (db) => {
    const { id } = await db.insertInto("contact_messages").values(text).returning("id").executeTakeFirstOrThrow();
    return id;
  });
  await page.goto(`/admin/messages/${messageId}`);
  await button(page, admin.complaints.mark).click();
  const answer = page.getByLabel(admin.complaints.answer, { exact: true });
  await answer.fill("We have looked into it.");
  await page.getByLabel(admin.complaints.outcome, { exact: true }).selectOption("upheld");
  await withDatabase(shop, (db) =>
    db
      .updateTable("complaints")
      .set({ answered_at: new Date(), acknowledged_at: new Date(), outcome: "upheld", answer: "It came today." })
      .where("message_id", "=", messageId)
      .execute(),
  );
  await button(page, admin.complaints.send).click();
  await page.getByText("It came today.", { exact: true }).waitFor();
  await page.getByRole("alert").getByText(admin.complaints.meanwhile, { exact: true }).waitFor();
  expect(await answer.inputValue()).toBe("We have looked into it.");
  expect(await button(page, admin.complaints.send).count()).toBe(0);
  await expectAccessibleInBoth(page);
});

journey("a program reads within the scope of its key, and receives events", async ({ visit }) => {
  const look = HAND;
  const { hooks, keys } = TEAM_WORDS[look.language].admin;
  const { page } = await visitAs("owner", { visit, shop, look, tolerate: [/422/] });
  await page.goto("/admin/api-keys");
  await page.getByLabel(keys.name, { exact: true }).fill(`CRM ${look.language}`);
  await page.locator("#scope-draws\\.read").check();
  await button(page, keys.create).click();
  const shownOnce = page.getByRole("status").filter({ hasText: keys.madeText }).locator("code");
  const key = (await shownOnce.textContent()) ?? "";
  await expectAccessibleInBoth(page);
  const call = (path: string) => fetch(`${shop.url}${path}`, { headers: { Authorization: `Bearer ${key}` } });
  const draws = await call("/api/draws");
  expect([draws.status, Object.keys(await draws.json())]).toEqual([200, ["data", "next_cursor"]]);
  const orders = await call("/api/orders");
  expect([orders.status, await orders.json()]).toEqual([403, expect.objectContaining({ error: "scope_missing" })]);
  await page.reload();
  await page.getByText(`CRM ${look.language}`).first().waitFor();
  expect(await page.content()).not.toContain(key);

  const receiver = await startReceiver();
  try {
    await page.goto("/admin/webhooks");
    await page.getByLabel(hooks.address, { exact: true }).fill(receiver.url);
    await page.locator("#event-order\\.paid").check();
    await button(page, hooks.add).click();
    receiver.secret = (await page.getByRole("status").filter({ hasText: hooks.secretText }).locator("code").textContent()) ?? "";
    await expectAccessibleInBoth(page);
    await page.getByRole("link", { name: receiver.url, exact: true }).click();
    await button(page, hooks.test).waitFor();
    // A link asks before it discards typed text; saved text needs no question.
    await page.getByLabel(hooks.address, { exact: true }).fill("https://shop.example.com/hooks");
    await page.getByRole("link", { name: hooks.back, exact: true }).click();
    await page.getByRole("button", { name: TEAM_WORDS[look.language].admin.kit.unsaved.stay, exact: true }).click();
    // The closing dialog returns its focus, which must not happen while typing.
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    const isSave = (url: URL) => url.pathname.startsWith("/admin/webhooks/");
    let held = Promise.withResolvers<void>();
    await page.route(isSave, async (route) => {
      if (route.request().method() === "POST") await held.promise;
      await route.continue();
    });
    // Leaving before the reply stays on a refusal, and a later reply does not navigate.
    await page.getByLabel(hooks.address, { exact: true }).fill("https://us:secret@shop.example.com/hooks");
    await button(page, hooks.save).click();
    await page.getByRole("link", { name: hooks.back, exact: true }).click();
    await page.getByRole("dialog").waitFor();
    held.resolve();
    await page.getByText(hooks.errors.credentials, { exact: true }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    const here = page.url();
    await page.getByLabel(hooks.address, { exact: true }).fill(receiver.url);
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await button(page, hooks.save).click();
    expect((await answered).status()).toBe(200);
    await untilIdle(page);
    expect(page.url()).toBe(here);
    held = Promise.withResolvers();
    // Leaving before the reply navigates once it is saved.
    await page.getByLabel(hooks.address, { exact: true }).fill(receiver.url);
    await button(page, hooks.save).click();
    await expect.poll(() => page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true })))).toBe(true);
    await page.getByRole("link", { name: hooks.back, exact: true }).click();
    held.resolve();
    await page.getByRole("link", { name: receiver.url, exact: true }).click();
    await page.unroute(isSave);
    await button(page, hooks.test).click();
    await expect.poll(() => receiver.received).toHaveLength(1);
    await expect.poll(() => logged(page, hooks.delivery.delivered)).toBe(1);
    await expectAccessibleInBoth(page);
    await button(page, hooks.resend).first().click();
    await expect.poll(() => receiver.received).toHaveLength(2);
    const [first, again] = receiver.received as [Received, Received];
    expect([first.type, first.isSigned, again.isSigned, again.id]).toEqual(["webhook.test", true, true, first.id]);
    await expect.poll(() => logged(page, hooks.attempts_other.replace("{{n}}", "2"))).toBe(1);
  } finally {
    await receiver.close();
  }
});

journey("new terms are published in both languages, and buyers have to accept them", async ({ visit }) => {
  const { texts } = TEAM_WORDS.en.admin;
  const { unsaved } = TEAM_WORDS.en.admin.kit;
  const draw = await makeDraw(shop, { title: "Terms and a Porsche" });
  const buyer = await visitTeam(visit, shop, DESK, [/409/]);
  await arriveSignedIn(buyer, `/quiz/${draw.id}?quantity=1`);
  await buyer.getByRole("radio", { name: ONE_TICKET.answer, exact: true }).check();

  const { page } = await visitAs("marketing", { visit, shop, look: DESK, tolerate: [/409|422/] });
  for (const [language, lead, version] of [
    ["en", "Words of our own, for {{shop}}.", "1"],
    ["fr", "Nos propres mots, pour {{shop}}.", "2"],
  ] as const) {
    await page.goto(`/admin/texts?language=${language}`);
    await page.getByRole("textbox", { name: texts.text, exact: true }).first().fill("[Click](javascript:alert(1))");
    const opening = page.getByRole("textbox", { name: texts.lead, exact: true });
    // Spelling follows the language of the text, not of the screen.
    expect(await opening.getAttribute("lang")).toBe(language);
    await opening.fill(lead);
    // A link asks before it discards a long text.
    await page.getByRole("link", { name: texts.documents.privacy, exact: true }).click();
    await page.getByRole("button", { name: unsaved.stay, exact: true }).click();
    await button(page, texts.save).click();
    // A refusal is shown at its field, and typed text stays.
    await page.getByText(texts.notSaved, { exact: true }).waitFor();
    await page
      .getByRole("textbox", { name: texts.text, exact: true })
      .first()
      .fill("We are {{name}}. **Write** to [us](/contact).");
    await button(page, texts.save).click();
    await page.getByText(texts.saved, { exact: true }).waitFor();
    await page.getByText(texts.version.replace("{{n}}", version), { exact: true }).waitFor();
  }
  // Unsaved changes are not published, and the page says so.
  const isLook = (url: URL) => url.pathname === "/admin/texts.data";
  const held = Promise.withResolvers<void>();
  await page.route(isLook, async (route) => {
    if (route.request().method() === "GET") await held.promise;
    await route.continue();
  });
  const looked = page.waitForResponse((response) => isLook(new URL(response.url())) && response.request().method() === "GET");
  await button(page, texts.down).first().click();
  await page.getByText(texts.unsaved, { exact: true }).waitFor();
  expect(await button(page, texts.publish).getAttribute("aria-disabled")).toBe("true");
  // Leaving before the reload asks, also after it.
  await page.getByRole("link", { name: texts.changes, exact: true }).first().click();
  await page.getByRole("dialog").waitFor();
  held.resolve();
  await looked;
  await page.unroute(isLook);
  await untilIdle(page);
  await page.getByRole("button", { name: unsaved.leave, exact: true }).click();
  await page.locator("ins").first().waitFor();
  await expectAccessible(page);
  await button(page, texts.publish).click();
  await page.getByText(texts.publishedNow, { exact: true }).waitFor();

  const visitor = await visitTeam(visit, shop, HAND);
  await expect
    .poll(async () => {
      await visitor.goto("/terms");
      return visitor.getByText("Nos propres mots, pour Concours.", { exact: true }).count();
    })
    .toBe(1);
  expect(await visitor.getByRole("link", { name: "us", exact: true }).getAttribute("href")).toBe("/contact");
  await expectAccessible(visitor);
  await visitor.goto("/texts/terms/3");
  await visitor.getByText("Nos propres mots, pour Concours.", { exact: true }).waitFor();

  const pay = buyer.getByRole("button", { name: WORDS.en.quiz.pay.replace("{{amount}}", ONE_TICKET.sum), exact: true });
  await pay.click();
  await buyer.getByText(WORDS.en.quiz.errors.terms_changed, { exact: true }).waitFor();
  await pay.click();
  await buyer.waitForURL(/\/(c\/pay|page)\//);
  const { terms_version: accepted } = await withDatabase(shop, (db) =>
    db.selectFrom("orders").select("terms_version").where("lottery_id", "=", draw.id).executeTakeFirstOrThrow(),
  );
  expect(accepted).toMatch(/^\d{4}-\d\d-\d\d\.3$/);
});

/** Rendered as a picture; its script never runs. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="64"><rect width="320" height="64" rx="32" fill="#4ade80"/><script>alert(1)</script></svg>`;

// The last one, because it renames the shop.
journey("an owner gives the shop a name, a logo, colours and type, and every visitor sees them", async ({ visit }) => {
  const { page } = await visitAs("owner", { visit, shop, look: DESK, tolerate: [/422/] });
  const { shop: words } = TEAM_WORDS.en.admin;
  await page.goto("/admin/shop");
  const field = (name: "name" | "accent" | "ground" | "typeface") => page.getByLabel(words[name], { exact: true });
  await page.locator("#logo-file").setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(LOGO) });
  await page.getByRole("button", { name: words.noLogo, exact: true }).waitFor();
  await field("name").fill("Aurora");
  await field("accent").fill("#4ade80");
  await field("ground").fill("#777777");
  await field("typeface").selectOption("fraunces");
  await button(page, words.save).click();
  // A refusal keeps all choices.
  await page.getByText(words.problems.text_on_ground.slice(0, 34)).waitFor();
  await page.getByRole("link", { name: TEAM_WORDS.en.admin.nav.orders, exact: true }).click();
  await page.getByRole("button", { name: TEAM_WORDS.en.admin.kit.unsaved.stay, exact: true }).click();
  // As above: its focus returns first.
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await field("ground").fill("#081a33");
  await button(page, words.save).click();
  await page.getByText(words.saved, { exact: true }).waitFor();
  // The button keeps the keyboard focus.
  await expect.poll(() => button(page, words.save).evaluate((it) => it === document.activeElement)).toBe(true);

  const visitor = await visitTeam(visit, shop, HAND);
  await expect
    .poll(async () => {
      await visitor.goto("/how-to-win");
      return visitor.locator("html").getAttribute("data-shop");
    })
    .toBe("Aurora");
  const logo = visitor.getByRole("banner").locator(".logo").first();
  const shown = await logo.evaluate(async (element) => {
    await document.fonts.ready;
    const { backgroundImage, width } = getComputedStyle(element);
    const { backgroundColor } = getComputedStyle(document.documentElement);
    const { fontFamily } = getComputedStyle(document.body);
    const [, address = ""] = /url\("(.+)"\)/.exec(backgroundImage) ?? [];
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return { width, backgroundColor, fontFamily, picture: picture.naturalWidth, hasType: document.fonts.check("16px Shop") };
  });
  expect(shown).toMatchObject({ width: "160px", backgroundColor: "rgb(8, 26, 51)", picture: 640, hasType: true });
  expect(shown.fontFamily).toMatch(/^"?Shop"?,/);
  await expectAccessible(visitor);
  await visitor.getByRole("link", { name: "Aurora, accueil" }).first().waitFor();
});

/** The number of matching entries in an endpoint's log. */
async function logged(page: Page, text: string): Promise<number> {
  await page.reload();
  return page.getByRole("main").getByText(text, { exact: true }).filter({ visible: true }).count();
}
