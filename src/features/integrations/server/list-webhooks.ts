/** Reads webhook endpoints and their deliveries for staff. */
import { type Actor, may } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { type EventType, isEventType } from "../rules/event.ts";
import { countDeliveries, type DeliveryRow, listDeliveryRows, type Waiting } from "./delivery-log-store.ts";
import { type EndpointRow, endpointVersion, findEndpoint, listEndpointRows, type PauseReason } from "./endpoint-store.ts";

export type { Attempt, DeliveryRow } from "./delivery-log-store.ts";

export const DELIVERIES_PER_PAGE = 20;

export type ListedEndpoint = Waiting & {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly version: string;
  readonly pausedAt: Date | undefined;
  readonly pauseReason: PauseReason | undefined;
  /** The previous secrets sign until then. */
  readonly previousUntil: Date | undefined;
};

type Context = Pick<Ctx, "db" | "log" | "now" | "env">;

/** All endpoints. */
export async function listWebhooks(ctx: Context, actor: Actor): Promise<Result<readonly ListedEndpoint[], "forbidden">> {
  if (!(await may(ctx, actor, "integrations.manage"))) return err("forbidden");
  const [rows, counted] = await Promise.all([listEndpointRows(ctx.db), countDeliveries(ctx.db)]);
  return ok(rows.map((row) => toListed(row, counted.get(row.id), ctx.now())));
}

/** An endpoint with a page of its deliveries. */
export async function showWebhook(
  ctx: Context,
  actor: Actor,
  { id, page }: { readonly id: string; readonly page: number },
): Promise<Result<{ endpoint: ListedEndpoint; deliveries: readonly DeliveryRow[]; found: number }, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "integrations.manage"))) return err("forbidden");
  const row = isUuid(id) ? await findEndpoint(ctx.db, id) : undefined;
  if (!row) return err("not_found");
  const { rows, found } = await listDeliveryRows(ctx.db, id, {
    limit: DELIVERIES_PER_PAGE,
    offset: (page - 1) * DELIVERIES_PER_PAGE,
  });
  const counted = await countDeliveries(ctx.db);
  return ok({ endpoint: toListed(row, counted.get(id), ctx.now()), deliveries: rows, found });
}

function toListed(row: EndpointRow, counted: Waiting | undefined, now: Date): ListedEndpoint {
  const { id, url, pausedAt, pauseReason, previousUntil } = row;
  return {
    id,
    url,
    events: row.events.filter(isEventType),
    version: endpointVersion(row),
    pausedAt,
    pauseReason,
    previousUntil: previousUntil && previousUntil > now ? previousUntil : undefined,
    ...(counted ?? { due: 0, failed: 0, lastDelivered: undefined }),
  };
}
