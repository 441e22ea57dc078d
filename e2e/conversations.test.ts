/** A message is answered in the shop, its reply joins it, and people with tickets are written to. */
import { randomUUID } from "node:crypto";
import { expect, inject } from "vitest";
import { waitForHydration } from "./hydration.fixture.ts";
import { expectAccessible, journey } from "./journey.fixture.ts";
import { linkInMailbox } from "./mailbox.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");

async function write(letter: Readonly<Record<"email" | "subject" | "message", string>>): Promise<void> {
  const reply = await fetch(`${shop.url}/functions/send-contact-form`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Zoë O’Hara", ...letter }),
  });
  expect(reply.status).toBe(200);
}

journey("a message is answered from a template, its reply joins it, and chosen buyers are written to", async ({ visit }) => {
  const run = randomUUID().slice(0, 8);
  const email = `zoe.${run}@example.com`;
  await write({ email, subject: `My draw ${run}`, message: "When is it?" });
  const page = await visit({ width: 1440, tolerate: [/\b422\b/] });
  await signIn(page, shop);
  await page.goto(`/admin/messages?q=${run}`);
  await page.getByRole("link", { name: `My draw ${run}` }).click();
  await page.getByRole("heading", { level: 1, name: `My draw ${run}` }).waitFor();
  await waitForHydration(page);

  const answer = page.getByLabel("Your answer", { exact: true });
  const template = page.getByLabel("Template", { exact: true });
  await template.selectOption({ label: "When the draw takes place · Date du tirage" });
  await page.getByRole("button", { name: "Insert", exact: true }).click();
  await expect.poll(() => answer.inputValue()).toMatch(/^Hello Zoë O’Hara,\n\nThe page of the draw “{{draw}}”/);
  await page.getByRole("button", { name: "Send by email", exact: true }).click();
  await page.getByText("Replace the placeholder in double braces first").waitFor();
  await answer.fill((await answer.inputValue()).replace("{{draw}}", "Valmont"));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send by email", exact: true }).click();
  const thread = page.getByRole("list", { name: "Conversation" });
  await thread.getByText("The page of the draw “Valmont”", { exact: false }).waitFor();
  await expect.poll(() => answer.inputValue()).toBe("");
  const tag = (await page.getByText(/^\[#\d+\]$/).textContent()) ?? "";
  const inMailbox = { subject: `Re: My draw ${run} ${tag}`, to: email, leads: /terms/ };
  await linkInMailbox(await visit(), inMailbox);

  await write({ email, subject: `Re: My draw ${run} ${tag}`, message: "Thank you, I have found it." });
  await page.reload();
  await thread.getByText("Thank you, I have found it.").waitFor();
  await expect.poll(() => thread.getByRole("listitem").count()).toBe(3);

  await page.goto("/admin/draw");
  await page.getByRole("link", { name: "View participants of Aldane Grand Continental" }).click();
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Write to those chosen", exact: true }).click();
  await page.getByRole("heading", { level: 2, name: "To 1 chosen person" }).waitFor();
  await waitForHydration(page);
  await page.getByLabel("What it is about", { exact: true }).selectOption("draw");
  await page.getByLabel("English subject", { exact: true }).fill(`News ${run} of {{draw}}`);
  await page.getByLabel("English text", { exact: true }).fill("Hello {{name}}, the car is here.");
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await page.getByRole("region", { name: "What they get" }).getByText(`News ${run} of Aldane Grand Continental`).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send to 1 person", exact: true }).click();
  await page.getByRole("table").getByText(`News ${run} of {{draw}}`, { exact: true }).waitFor();
});
