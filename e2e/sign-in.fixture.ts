/** Signs a browser in as a demo user without the form, which has its own journey. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { ShopAddress } from "./shop.fixture.ts";

export const ADMIN = { email: "admin@concours.test", password: "Admin-demo-1" } as const;
export const PLAYER = { email: "player@concours.test", password: "Player-demo-1" } as const;

/** Returns the session's cookie for a header. */
export async function signIn(
  page: Page,
  { url }: Pick<ShopAddress, "url">,
  who: { readonly email: string; readonly password: string } = ADMIN,
): Promise<string> {
  const reply = await fetch(`${url}/login`, { method: "POST", redirect: "manual", body: new URLSearchParams(who) });
  const session = reply.headers.getSetCookie().find((cookie) => cookie.startsWith("session="));
  const value = session?.split(";")[0]?.slice("session=".length) ?? "";
  expect(value).not.toBe("");
  await page.context().addCookies([{ name: "session", value, url }]);
  return `session=${value}`;
}
