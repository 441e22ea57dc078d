/** Staff with their own browsers, at a shop that requires a second factor. */
import type { Page } from "playwright-core";
import { inject } from "vitest";
import type { Role } from "#features/access/rules/rights.ts";
import programsEn from "../public/locales/en/admin-api.json" with { type: "json" };
import approvalsEn from "../public/locales/en/admin-approvals.json" with { type: "json" };
import inboxEn from "../public/locales/en/admin-inbox.json" with { type: "json" };
import lotteriesEn from "../public/locales/en/admin-lotteries.json" with { type: "json" };
import peopleEn from "../public/locales/en/admin-people.json" with { type: "json" };
import textsEn from "../public/locales/en/admin-texts.json" with { type: "json" };
import adminEn from "../public/locales/en/admin.json" with { type: "json" };
import mailsEn from "../public/locales/en/mails.json" with { type: "json" };
import programsFr from "../public/locales/fr/admin-api.json" with { type: "json" };
import approvalsFr from "../public/locales/fr/admin-approvals.json" with { type: "json" };
import inboxFr from "../public/locales/fr/admin-inbox.json" with { type: "json" };
import lotteriesFr from "../public/locales/fr/admin-lotteries.json" with { type: "json" };
import peopleFr from "../public/locales/fr/admin-people.json" with { type: "json" };
import textsFr from "../public/locales/fr/admin-texts.json" with { type: "json" };
import adminFr from "../public/locales/fr/admin.json" with { type: "json" };
import mailsFr from "../public/locales/fr/mails.json" with { type: "json" };
import { withDatabase } from "./books.fixture.ts";
import { newPerson, type Person, signUp } from "./buyer.fixture.ts";
import type { Visit } from "./journey.fixture.ts";
import type { ShopAddress } from "./shop.fixture.ts";

export const TEAM_WORDS = {
  en: {
    admin: { ...adminEn, ...approvalsEn, ...inboxEn, ...lotteriesEn, ...peopleEn, ...programsEn, ...textsEn },
    mails: mailsEn,
  },
  fr: {
    admin: { ...adminFr, ...approvalsFr, ...inboxFr, ...lotteriesFr, ...peopleFr, ...programsFr, ...textsFr },
    mails: mailsFr,
  },
} as const;

/** The staff's shop, started by the first request. */
export async function staffShop(): Promise<ShopAddress> {
  const reply = await fetch(inject("staffShopAt"));
  if (!reply.ok) throw new Error(await reply.text());
  return (await reply.json()) as ShopAddress;
}

/** English on a light desktop, French on a dark phone: each journey uses one of them. */
export const DESK = { language: "en", width: 1440, colorScheme: "light" } as const;
export const HAND = { language: "fr", width: 390, colorScheme: "dark" } as const;
export type Look = typeof DESK | typeof HAND;
type Visiting = (options?: Visit) => Promise<Page>;

/** A staff member's browser at this shop. */
export async function visitTeam(visit: Visiting, { url }: ShopAddress, look: Look, tolerate: Visit["tolerate"] = []) {
  const { language, width, colorScheme } = look;
  const page = await visit({ at: url, language, width, tolerate });
  await page.emulateMedia({ colorScheme });
  return page;
}

/** Signed in, with a second factor from long ago. */
export async function visitAs(
  role: Role,
  { visit, shop, look, tolerate }: { visit: Visiting; shop: ShopAddress; look: Look; tolerate?: Visit["tolerate"] },
): Promise<{ page: Page; person: Person }> {
  const page = await visitTeam(visit, shop, look, tolerate);
  const person = newPerson();
  await signUp(page, person, look.language);
  await withDatabase(shop, async (db) => {
    const set = db.updateTable("users").set({ two_factor_enabled: true, email_verified: true });
    const { id } = await set.where("email", "=", person.email).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("admin_user").values({ id, role }).execute();
  });
  return { page, person };
}

export const said = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text }).first().waitFor();
