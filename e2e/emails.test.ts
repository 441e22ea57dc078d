/** A campaign from its text to the ticket bought with its code: back office in French, mailbox, reader. */
import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { makeDraw, withDatabase } from "./books.fixture.ts";
import { answerAndOrder, CARDS, goToQuestion, newPerson, payWithCard, signUp } from "./buyer.fixture.ts";
import { waitForHydration } from "./hydration.fixture.ts";
import { expectAccessible, journey } from "./journey.fixture.ts";
import { ADMIN, signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");

const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).first();

describe("an administrator writes to a player", () => {
  journey("in French, with a code that buys a ticket once", { timeout: 120_000 }, async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Corvane Spéciale" });
    const buyer = await visit({ language: "fr", width: 390 });
    const person = newPerson();
    await signUp(buyer, person, "fr");
    await withDatabase(shop, (db) =>
      db.updateTable("users").set({ email_verified: true, marketing_opt_in: true }).where("email", "=", person.email).execute(),
    );

    // The interface is English; this screen is French anyway.
    const page = await visit({ width: 1440 });
    await signIn(page, shop);
    // A search before the first list arrives still shows the number of recipients.
    await page.route(/\/admin\/emails\/recipients.*[?&]q=&/, () => {});
    await page.goto("/admin/emails");
    await page.getByRole("heading", { level: 1, name: "E-mails promotionnels" }).waitFor();
    await waitForHydration(page);
    await page.getByRole("button", { name: "Envoyer à 0 destinataire", exact: true }).click();
    await page.getByText("Veuillez sélectionner une loterie et des destinataires").waitFor();

    await page.getByRole("radio", { name: /Offre VIP/ }).check();
    await page.getByLabel("Tirage en cours", { exact: true }).selectOption(draw.id);
    await page.getByPlaceholder("Rechercher un nom ou une adresse").fill(person.email);
    const list = page.getByRole("region", { name: "Liste des destinataires" });
    await expect.poll(() => list.getByRole("checkbox").count()).toBe(1);
    await list.getByRole("checkbox", { name: "Amelia Hart" }).check();
    await page.getByText(/^1 sur \d+ comptes/).waitFor();

    const subject = page.getByLabel("Objet", { exact: true });
    await subject.fill("Une offre pour ");
    await page.getByRole("button", { name: "Prénom", exact: true }).click();
    await expect.poll(() => subject.inputValue()).toBe("Une offre pour {{firstName}}");
    await page.getByText("Une offre pour Margaux", { exact: true }).waitFor();
    const preview = page.frameLocator("iframe:not([hidden])");
    await preview.getByRole("heading", { name: /^Bonjour Margaux, 10/ }).waitFor();
    await preview.getByRole("paragraph").filter({ hasText: "Corvane Spéciale" }).waitFor();
    // An unknown placeholder is reported at its field, and the preview stays.
    const written = page.locator("textarea[name=content]");
    const before = await written.inputValue();
    await written.fill(`${before} {{tag}}`);
    await page.getByText("Une variable entre {{ }} n’existe pas").first().waitFor();
    await page.getByText("L’aperçu montre le dernier texte sans erreur.", { exact: false }).waitFor();
    await preview.getByRole("heading", { name: /^Bonjour Margaux, 10/ }).waitFor();
    await written.fill(before);
    await page.getByText("L’aperçu montre le dernier texte sans erreur.", { exact: false }).waitFor({ state: "detached" });

    await page.getByRole("button", { name: "M’envoyer un test", exact: true }).click();
    await toast(page, `E-mail de test envoyé à ${ADMIN.email}`).waitFor();

    await page.getByRole("button", { name: "Envoyer à 1 destinataire", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Envoyer « Offre VIP » ?" });
    await dialog.getByText("1 personne recevra cet e-mail.").waitFor();
    await dialog.getByRole("button", { name: "Annuler", exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Envoyer à 1 personne", exact: true }).click();

    await page.waitForURL(/\/admin\/emails\/[0-9a-f-]{36}$/);
    await page.getByText("Emails envoyés avec succès à 1 utilisateurs").first().waitFor({ timeout: 30_000 });
    await page.getByRole("cell", { name: new RegExp(person.email) }).waitFor();
    await expectAccessible(page);
    const code = (await page.getByText(/^VIP-[2-9A-Z]{4}-[2-9A-Z]{4}$/).textContent()) ?? "";

    await buyer.goto("/mailbox");
    await buyer
      .getByRole("main")
      .getByRole("link")
      .filter({ hasText: person.email })
      .filter({ hasText: "Une offre pour Amelia" })
      .click();
    const mail = buyer.frameLocator("iframe");
    await mail.getByText(code, { exact: true }).waitFor();
    const link = (await mail.getByRole("link", { name: "Participer au tirage" }).getAttribute("href")) ?? "";
    expect(link).toContain(`/lottery/${draw.id}?code=${code}`);

    await buyer.goto(new URL(link, shop.url).pathname + new URL(link, shop.url).search);
    await buyer.getByText(`Code ${code}, 10 % de réduction`).waitFor();
    await buyer.getByText("−3,00 £").waitFor();
    await expectAccessible(buyer);
    await waitForHydration(buyer);
    await goToQuestion(buyer, "fr");
    await buyer.getByText(`1 ticket, code ${code}, 10 % de réduction`).waitFor();
    await answerAndOrder(buyer, { answer: "Porsche", sum: "26,99 £", language: "fr" });
    await payWithCard(buyer, CARDS.pays, "fr");
    await buyer.getByRole("heading", { level: 1, name: "Bonne chance, Amelia." }).waitFor();
    await buyer.getByText(`Code ${code}, 10 % de réduction`).waitFor();

    await buyer.goto(`/quiz/${draw.id}?quantity=1&code=${code}&more=1`);
    await buyer.getByText("Vous avez déjà utilisé ce code\u00a0: il n’est valable qu’une fois par personne.").waitFor();
    await buyer.getByRole("button", { name: "Payer 29,99 £", exact: true }).waitFor();
    await expectAccessible(buyer);
  });

  journey("and a code is typed by hand, too, where there is none in the address", async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Corvane Classique" });
    const page = await visit();
    await page.goto(`/lottery/${draw.id}?quantity=2`);
    await waitForHydration(page);
    await page.getByText("I have a code").click();
    await page.getByLabel("Code", { exact: true }).fill("vip-none-such");
    await page.getByRole("button", { name: "Apply", exact: true }).click();
    await page.getByText("We don’t recognise that code.").waitFor();
    expect(new URL(page.url()).searchParams.get("quantity")).toBe("2");
    await withDatabase(shop, (db) =>
      db
        .insertInto("promotions")
        .values({ code: "VIP-TYPED-HERE", percent_off: 10, expires_at: new Date(Date.now() + 86_400_000) })
        .execute(),
    );
    await page.getByLabel("Code", { exact: true }).fill("vip-typed-here");
    await page.getByLabel("Code", { exact: true }).press("Enter");
    await page.getByText("Code VIP-TYPED-HERE, 10% off").waitFor();
    await page.getByText("£53.98").first().waitFor();
    await page.getByRole("radio", { name: /Bronze/ }).check();
    await page.getByText("so your code VIP-TYPED-HERE is still good for another order").waitFor();
    await page.getByRole("link", { name: "Remove the code" }).click();
    await page.getByText("I have a code").waitFor();
  });
});
