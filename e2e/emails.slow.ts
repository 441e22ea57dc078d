/** A campaign whose reply is lost. */
import { expect, inject } from "vitest";
import { makeDraw, withDatabase } from "./books.fixture.ts";
import { newPerson, signUp } from "./buyer.fixture.ts";
import { waitForHydration } from "./hydration.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");

journey(
  "a campaign is sent once, though the answer was lost on the way and the mail is sent again",
  { timeout: 120_000 },
  async ({ visit }) => {
    const draw = await makeDraw(shop, { title: "Corvane Perdue" });
    const person = newPerson();
    await signUp(await visit(), person);
    await withDatabase(shop, (db) =>
      db.updateTable("users").set({ email_verified: true, marketing_opt_in: true }).where("email", "=", person.email).execute(),
    );
    const page = await visit({ width: 1440, tolerate: [/ERR_FAILED.*\/admin\/emails\.data/] });
    await signIn(page, shop);
    await page.goto("/admin/emails");
    await waitForHydration(page);
    await page.getByLabel("Tirage en cours", { exact: true }).selectOption(draw.id);
    await page.getByPlaceholder("Rechercher un nom ou une adresse").fill(person.email);
    await page.getByRole("checkbox", { name: "Amelia Hart" }).check();
    const send = async () => {
      await page.getByRole("button", { name: "Envoyer à 1 destinataire", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Envoyer « Lancement de loterie » ?" });
      await dialog.getByText("1 personne recevra cet e-mail.").waitFor();
      await dialog.getByRole("button", { name: "Envoyer à 1 personne", exact: true }).click();
      return dialog;
    };
    await page.route("**/admin/emails.data*", async (route) => {
      if (!/intent=send/.test(route.request().postData() ?? "")) return route.continue();
      await route.fetch();
      await route.abort();
    });
    const dialog = await send();
    await page.getByText("La boutique est injoignable pour le moment", { exact: false }).first().waitFor();
    if (await dialog.isVisible()) await dialog.getByRole("button", { name: "Annuler", exact: true }).click();
    await page.unroute("**/admin/emails.data*");
    await send();
    await page.waitForURL(/\/admin\/emails\/[0-9a-f-]{36}$/);
    const made = await withDatabase(shop, (db) =>
      db.selectFrom("campaigns").select("id").where("lottery_id", "=", draw.id).execute(),
    );
    expect(made.map(({ id }) => id)).toEqual([page.url().split("/").at(-1)]);
  },
);
