/** Tidying: events that are over, or that nobody wanted to hear for a month, go with their log. */
import type { Ctx } from "#platform/ctx.server.ts";
import { KEPT_MS } from "../rules/delivery.ts";
import { deleteEventsBefore } from "./delivery-store.ts";

export async function forgetEvents(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await deleteEventsBefore(ctx.db, new Date(ctx.now().getTime() - KEPT_MS));
}
