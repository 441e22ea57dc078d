/** A waiting room that is closed, reopened or changed by two while its pages are open. */
import { expect, inject } from "vitest";
import adminEn from "../public/locales/en/admin-lotteries.json" with { type: "json" };
import queueEn from "../public/locales/en/queue.json" with { type: "json" };
import { makeDraw, withDatabase } from "./books.fixture.ts";
import { arriveSignedIn } from "./buyer.fixture.ts";
import { untilIdle } from "./cut-off.fixture.ts";
import { expectAccessible, journey } from "./journey.fixture.ts";
import { signIn } from "./sign-in.fixture.ts";
import { changeRoom, openRoom } from "./waiting-room.fixture.ts";

const shop = inject("shop");

journey("waiting visitors get a place in a room that was closed and reopened", async ({ visit }) => {
  const draw = await makeDraw(shop, { title: "Opened twice" });
  await openRoom(draw);
  const page = await visit({ width: 390 });
  await arriveSignedIn(page, `/lottery/${draw.id}/queue`);
  const places = () =>
    withDatabase(shop, (db) => db.selectFrom("waiting_places").select("number").where("lottery_id", "=", draw.id).execute());
  expect(await places()).toEqual([{ number: 1 }]);
  await withDatabase(shop, (db) => db.deleteFrom("waiting_rooms").where("lottery_id", "=", draw.id).execute());
  expect(await places()).toEqual([]);
  await openRoom(draw, { seed: Buffer.alloc(32, 8), opens_at: new Date(Date.now() - 1000) });
  await expect.poll(places, { timeout: 30_000 }).toEqual([{ number: 1 }]);
  await page.getByRole("link", { name: queueEn.go, exact: true }).waitFor();
});

journey("the second of two concurrent changes of a room is a conflict, even after a reload of its data", async ({ visit }) => {
  const draw = await makeDraw(shop, { title: "Two at the door" });
  await openRoom(draw);
  const page = await visit({ width: 1440, tolerate: [/409/] });
  await page.clock.install();
  await signIn(page, shop);
  await page.goto(`/admin/lotteries/${draw.id}/queue`);
  const pace = page.locator('[name="per_minute"]');
  const save = () => page.getByRole("button", { name: adminEn.queue.save, exact: true }).click();
  // The page asks every five seconds.
  const looks = async () => {
    for (let time = 0; time < 2; time++) {
      const reply = page.waitForResponse(/\/queue\.data/);
      await page.clock.fastForward(5_000);
      await reply;
      await untilIdle(page);
    }
  };
  const told = page.getByRole("alert").getByText(adminEn.queue.errors.changed_meanwhile, { exact: true });
  await pace.fill("77");
  await changeRoom(draw, { per_minute: 55 });
  await looks();
  await save();
  await told.waitFor();
  await looks();
  expect([await told.isVisible(), await pace.inputValue()]).toEqual([true, "77"]);
  await expectAccessible(page);
  await save();
  await page.getByRole("status").filter({ hasText: adminEn.queue.done.set }).waitFor();
  const rows = await withDatabase(shop, (db) =>
    db.selectFrom("waiting_rooms").select("per_minute").where("lottery_id", "=", draw.id).execute(),
  );
  expect(rows).toEqual([{ per_minute: 77 }]);

  await changeRoom(draw, { per_minute: 55 });
  await looks();
  await pace.fill("88");
  await save();
  await told.waitFor();
});
