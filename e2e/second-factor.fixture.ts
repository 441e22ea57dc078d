/** An authenticator app, and the setup of two-step sign-in with it. */
import { Secret } from "otpauth";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { appCodeAt } from "#features/accounts/server/sign-in/app-codes.ts";
import { type Language, type Person, WORDS } from "./buyer.fixture.ts";
import { expectAccessible } from "./journey.fixture.ts";

export function app(typed: string) {
  const secret = Secret.fromBase32(typed).utf8;
  const first = Math.floor(Date.now() / 30_000);
  /** `ahead`: half minutes since setup. Each code works once, and the next one is already valid. */
  return { code: (ahead: number) => appCodeAt(secret, first + ahead) };
}

export const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });

/** On /second-factor: from the password to the recovery codes. */
export async function setUp(page: Page, { password }: Pick<Person, "password">, language: Language) {
  const { factor, codeWrong } = WORDS[language].auth;
  await page.getByLabel(factor.password, { exact: true }).fill(password);
  await button(page, factor.begin).click();
  await page.getByRole("img", { name: factor.qr, exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByText(factor.cannotScan, { exact: true }).click();
  const typed = (await page.getByText(/^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).textContent()) ?? "";
  const { code } = app(typed);
  const field = page.getByLabel(factor.code, { exact: true });
  await field.fill("12345");
  await button(page, factor.confirm).click();
  await page.getByText(codeWrong, { exact: true }).waitFor();
  await field.fill(code(0));
  await button(page, factor.confirm).click();
  await page.getByRole("heading", { level: 1, name: factor.codesTitle, exact: true }).waitFor();
  const codes = await page.getByRole("list", { name: factor.codesTitle, exact: true }).getByRole("listitem").allTextContents();
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  return { code, codes };
}
