/** Passkeys with Chromium's virtual authenticator: adding, signing in, re-authentication and refusing. */
import type { Page } from "playwright-core";
import { inject } from "vitest";
import admin from "../public/locales/en/admin.json" with { type: "json" };
import { withDatabase } from "./books.fixture.ts";
import { newPerson, signUp, WORDS } from "./buyer.fixture.ts";
import { expectAccessible, journey } from "./journey.fixture.ts";
import { button } from "./second-factor.fixture.ts";

const shop = inject("shop");
const signOut = (page: Page) => page.request.post("/logout", { headers: { Origin: shop.url }, maxRedirects: 0 });

/** A virtual authenticator. `looks(false)`: its owner does not confirm. */
async function holdPhone(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { looks: (isUserVerified: boolean) => client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }) };
}

journey("a player adds one on a phone, signs in with it only, renames and removes it", async ({ visit }) => {
  const words = WORDS.fr.auth;
  const page = await visit({ language: "fr", width: 390, tolerate: [/401/] });
  const phone = await holdPhone(page);
  await signUp(page, newPerson(), "fr");
  await page.goto("/profile?tab=security");
  await page.getByRole("link", { name: words.passkey.add, exact: true }).click();
  await page.waitForURL("**/passkeys");
  await expectAccessible(page);
  await phone.looks(false);
  await button(page, words.passkey.add).click();
  await page.getByText(words.passkey.cancelled, { exact: true }).waitFor();
  await phone.looks(true);
  await button(page, words.passkey.add).click();
  await page.getByText(words.passkey.added, { exact: true }).waitFor();
  await expectAccessible(page);

  await signOut(page);
  await page.goto("/login?next=%2Fhow-to-win");
  await button(page, words.passkey.signIn).click();
  await page.waitForURL("**/how-to-win");

  await page.goto("/passkeys");
  await page.getByText(words.passkey.change).first().click();
  await page.getByRole("listitem").getByLabel(words.passkey.name, { exact: true }).fill("Mon téléphone");
  await button(page, words.passkey.rename).click();
  await page.getByText(words.passkey.renamed, { exact: true }).waitFor();
  await page.getByText("Mon téléphone", { exact: true }).first().waitFor();
  await page.getByText(words.passkey.change).first().click();
  await button(page, words.passkey.remove).click();
  await page.getByText(words.passkey.removed, { exact: true }).waitFor();
  await signOut(page);
  await page.goto("/login");
  await button(page, words.passkey.signIn).click();
  await page.getByText(words.passkeyRefused, { exact: true }).waitFor();
});

journey("staff use one as the second factor and for re-authentication", async ({ visit }) => {
  const words = WORDS.en.auth;
  const page = await visit({ width: 1440, tolerate: [/401|403/] });
  await holdPhone(page);
  const person = newPerson();
  await signUp(page, person);
  await page.goto("/passkeys");
  await button(page, words.passkey.add).click();
  await page.getByText(words.passkey.added, { exact: true }).waitFor();
  await withDatabase(shop, async (db) => {
    const { id } = await db.selectFrom("users").select("id").where("email", "=", person.email).executeTakeFirstOrThrow();
    await db.insertInto("admin_user").values({ id, role: "finance" }).execute();
  });
  await signOut(page);
  await page.goto("/login?next=%2Fadmin%2Faudit-log");
  await page.getByLabel(words.field.email, { exact: true }).fill(person.email);
  await page.getByLabel(words.field.password, { exact: true }).fill(person.password);
  await button(page, words.login.submit).click();
  await page.waitForURL("**/login/code**");
  await page.getByText(words.passkey.codeLead, { exact: true }).waitFor();
  await expectAccessible(page);
  await button(page, words.passkey.signIn).click();
  await page.waitForURL("**/admin/audit-log");
  await withDatabase(shop, (db) =>
    db
      .updateTable("sessions")
      .set({ proved_at: new Date(Date.now() - 3_600_000) })
      .where("user_id", "in", (eb) => eb.selectFrom("users").select("id").where("email", "=", person.email))
      .execute(),
  );
  await page.getByRole("button", { name: admin.audit.export, exact: true }).click();
  await page.getByRole("dialog").getByText(words.proof.title, { exact: true }).waitFor();
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: words.passkey.use, exact: true }).click();
  await download;
});
