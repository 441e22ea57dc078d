/** Reads the demo's mailbox. */
import type { Page } from "playwright-core";

/** The first matching link in the newest mail with this address and subject, once it arrives. */
export async function linkInMailbox(
  page: Page,
  { subject, to, leads }: { readonly subject: string; readonly to: string; readonly leads: RegExp },
): Promise<string> {
  await page.goto("/mailbox");
  const name = subject.replace("{{shop}}", "Concours");
  const mail = page.getByRole("link", { name }).filter({ hasText: to }).first();
  // The open list reloads by itself.
  await mail.waitFor();
  const address = new URL((await mail.getAttribute("href")) ?? "", page.url());
  const html = await (await fetch(`${address.href}/html`)).text();
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link = ""]) => link.replaceAll("&amp;", "&"));
  const link = links.find((each) => leads.test(each));
  if (link === undefined) throw new Error(`“${subject}” leads nowhere like ${leads}: ${links.join(", ")}`);
  return link;
}
