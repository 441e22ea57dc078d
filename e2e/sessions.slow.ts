/** The back office in a browser whose session belongs to another user meanwhile. */
import { expect, inject } from "vitest";
import { withDatabase } from "./books.fixture.ts";
import { arriveSignedIn } from "./buyer.fixture.ts";
import { journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";

const shop = inject("shop");

journey("text that staff typed is not sent by the next user who signs in", async ({ visit }) => {
  const page = await visit();
  const other = await page.context().newPage();
  // The back office checks the session before sending a form.
  await signIn(page, shop);
  await page.goto("/admin/lotteries?form=new");
  await page.getByLabel("Title", { exact: true }).fill("A draw of another");
  const { email } = await arriveSignedIn(other, "/verify-email");
  await withDatabase(shop, async (db) => {
    const { id } = await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    await db.insertInto("admin_user").values({ id, role: "owner" }).execute();
  });
  await page.getByRole("button", { name: "Create draw" }).click();
  await expect.poll(() => page.getByLabel("Title", { exact: true }).inputValue()).toBe("");

  // The next visitor is not asked either.
  page.on("dialog", (dialog) => void dialog.dismiss());
  const name = page.getByLabel("First name", { exact: true });
  await page.goto("/admin/free-entries");
  await name.fill("Rosa");
  await signIn(page, shop);
  await page.getByRole("button", { name: "Key in", exact: true }).click();
  await expect.poll(() => name.inputValue()).toBe("");
});
