/** A draw's waiting room, written to the database. */
import { inject } from "vitest";
import { DEFAULT_PLAN } from "#features/queue/rules/admission.ts";
import { type Draw, withDatabase } from "./books.fixture.ts";

const shop = inject("shop");

/** Opens in an hour and admits one person at a time. */
export function openRoom(draw: Draw, other: { seed?: Buffer; opens_at?: Date } = {}) {
  const opensAt = new Date(Date.now() + 3_600_000);
  const row = { lottery_id: draw.id, is_on: true, seed: Buffer.alloc(32, 7), opens_at: opensAt, ...other };
  const pace = { gather_minutes: 2 * DEFAULT_PLAN.gatherMinutes, per_minute: 60, most_inside: 1 };
  return withDatabase(shop, (db) =>
    db
      .insertInto("waiting_rooms")
      .values({ ...row, ...pace })
      .execute(),
  );
}
export const changeRoom = (draw: Draw, to: { opens_at?: Date; per_minute?: number; most_inside?: number; is_on?: boolean }) =>
  withDatabase(shop, (db) => db.updateTable("waiting_rooms").set(to).where("lottery_id", "=", draw.id).execute());
