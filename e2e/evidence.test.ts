/** The evidence of a dispute in a browser: completed, sent to the bank, and downloaded as it was sent. */
import { Buffer } from "node:buffer";
import { expect, inject } from "vitest";
import { newApiClient } from "./api-client.fixture.ts";
import { type Draw, makeDraw, payAtProvider, sessionIdOf, withDatabase } from "./books.fixture.ts";
import { expectAccessible, expectNoSidewaysScroll, journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");

/** The shop's id of a new dispute. */
async function newDispute(draw: Draw): Promise<string> {
  const buyer = await newApiClient(shop);
  const { url } = await buyer.openPage(draw.id, 2);
  const sessionId = sessionIdOf(url);
  await payAtProvider(shop, sessionId);
  const disputed = `${shop.simulatorUrl}/_simulator/charges/${sessionId}/dispute`;
  const reply = await fetch(disputed, { method: "POST", body: "{}" });
  const { id: providerId } = (await reply.json()) as { readonly id: string };
  let id: string | undefined;
  await expect
    .poll(
      async () => {
        const find = withDatabase(shop, (db) =>
          db.selectFrom("disputes").select("id").where("provider_id", "=", providerId).executeTakeFirst(),
        );
        id = (await find)?.id;
        return id;
      },
      { timeout: 20_000 },
    )
    .toBeDefined();
  return id ?? "";
}

journey("evidence gets a statement and a file, goes to the bank once, and is downloaded as a PDF", async ({ visit }) => {
  const id = await newDispute(await makeDraw(shop, { title: "A disputed draw" }));
  // A refused file is logged on the browser's console.
  const page = await visit({ width: 390, tolerate: [/\b415\b/] });
  await signIn(page, shop);
  await page.goto(`/admin/disputes/${id}`);
  const main = page.getByRole("main");
  await main.getByLabel("Statement to the bank").fill("She wrote on Monday: “merci”.\n\nPaid £59.98.");
  await main.getByRole("button", { name: "Save the statement" }).click();
  await page.getByText("Statement saved").first().waitFor();

  const file = main.locator("#evidence-file");
  await main.getByLabel("What the file shows").selectOption("receipt");
  await file.setInputFiles({ name: "page.pdf", mimeType: "application/pdf", buffer: Buffer.from("<html>") });
  await page.getByText("The file is not a PDF, JPEG or PNG.").first().waitFor();
  await file.setInputFiles({ name: "receipt.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF") });
  await main.getByRole("link", { name: "receipt.pdf" }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await main.getByRole("button", { name: "Send to the bank" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send to the bank" }).click();
  await main.getByText(/^Sent to the bank on /).waitFor();
  await main.getByText("Being reviewed by the bank", { exact: false }).waitFor();
  expect(await main.getByRole("button").count()).toBe(0);
  await expectAccessible(page);
  const pdf = await page.request.get(`${shop.url}/admin/disputes/${id}/evidence.pdf`);
  expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);

  await page.goto("/admin/disputes");
  await main.getByText(/^\d+ disputes?, £/).waitFor();
});
