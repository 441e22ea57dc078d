import { afterAll, beforeAll, expect, it } from "vitest";
import { insertBrand } from "#features/settings/server/brand-store.ts";
import { type TestCtx, testCtx } from "../ctx.fixture.ts";
import { messagesFolder, readMessages } from "../messages.server.ts";
import { cacheBrand } from "./brand.server.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

const save = (version: number, name: string) =>
  ctx.db.transaction().execute((tx) =>
    insertBrand(tx, {
      version,
      choice: { name, trader: { name: "Aurora Cars Ltd", address: "" }, socialUrls: ["https://example.com/aurora"] },
      at: new Date(),
      by: undefined,
    }),
  );

it("the owner's choices override the settings in every process, field by field", async () => {
  const words = readMessages(messagesFolder());
  const other = cacheBrand(ctx.db, words, ctx.env);
  await other.refresh();
  expect(other).toMatchObject({ version: 0, current: { name: "Concours", trader: ctx.env.trader } });

  expect(await save(1, "Aurora")).toBe(true);
  await Promise.all([ctx.brand.refresh(), other.refresh()]);
  for (const brand of [ctx.brand, other]) {
    expect(brand.version).toBe(1);
    expect(brand.current.trader).toEqual({ ...ctx.env.trader, name: "Aurora Cars Ltd" });
    expect(brand.current.socialUrls).toEqual(["https://example.com/aurora"]);
  }
  expect(words.fr.t("nav.home")).toBe("Aurora, accueil");
  expect(ctx.messages.en.getFixedT(null, "about")("intro")).toContain("We built Aurora");
});

it("two saves of the same version do not overwrite each other", async () => {
  expect(await save(1, "Borealis")).toBe(false);
  await ctx.brand.refresh();
  expect(ctx.brand.current.name).toBe("Aurora");
});

it("mails come from the shop's name, at the address of the settings", async () => {
  await ctx.mail.send({ to: "zoe@example.com", subject: "Hello", text: "Hello", html: "<p>Hello</p>", messageId: "brand-1" });
  const [mail] = (await ctx.mailbox?.list())?.mails ?? [];
  expect(mail?.from).toContain("Aurora");
  expect(mail?.from).toContain("tickets@concours.test");
});
