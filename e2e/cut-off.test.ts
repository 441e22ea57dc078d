/** Some forms of each kind keep typed text without a connection. Every form: cut-off.slow.ts. */
import type { Page } from "playwright-core";
import { describe, expect, inject } from "vitest";
import profileFr from "../public/locales/fr/profile.json" with { type: "json" };
import { makeDraw } from "./books.fixture.ts";
import { arriveSignedIn, newPerson, register, WORDS } from "./buyer.fixture.ts";
import { cutOff, expectFormsKeep, FAILURE, saidIn, TOLERATED, untilIdle } from "./cut-off.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");

describe("without a connection, typed text stays", () => {
  journey("in the forms of a visitor and of a buyer", async ({ visit }) => {
    const page = await visit({ tolerate: TOLERATED });
    await expectFormsKeep(page, ["/contact", "/login"], "en");
    const { id } = await makeDraw(shop, { title: "Cut off" });
    await arriveSignedIn(page, "/about");
    await expectFormsKeep(page, [`/quiz/${id}?quantity=2`], "en");
  });

  journey("in a form and the dialogs of the back office", async ({ visit }) => {
    const page = await visit({ language: "fr", tolerate: TOLERATED });
    await signIn(page, shop);
    await expectFormsKeep(page, ["/admin/settings", "/admin/users"], "fr");
  });
});

describe("a try that does not reach the shop", () => {
  const language = "fr";
  const { auth } = WORDS[language];
  const { details } = profileFr;
  const refuseAndCutOff = async (page: Page, label: string, send: string) => {
    const main = page.getByRole("main");
    const button = main.getByRole("button", { name: send, exact: true });
    await main.getByLabel(label, { exact: true }).fill("12345");
    await button.click();
    const wrong = main.getByRole("alert").getByText(auth.phoneInvalid);
    await wrong.waitFor();
    await main.getByLabel(label, { exact: true }).fill("07700 900456");
    const { end } = await cutOff(page, FAILURE[language]);
    await button.click();
    await page.getByText(saidIn(language)).first().waitFor();
    await untilIdle(page);
    expect(await wrong.count()).toBe(0);
    await end();
  };

  journey("repeats nothing of the one before that has been put right", async ({ visit }) => {
    const page = await visit({ language, tolerate: [...TOLERATED, /422/] });
    await page.goto("/register");
    await register(page, newPerson(), language, "12345");
    await refuseAndCutOff(page, auth.field.phone, auth.register.submit);

    await arriveSignedIn(page, "/profile?tab=details&edit=1", language);
    await refuseAndCutOff(page, details.phone, details.save);
  });
});
