/** Looking into the alerts, for administrators. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { AlertView } from "../rules/alert.ts";
import { type Actor, may } from "./actor.ts";
import { type AlertRow, countAlertRows, findAlertRow, listAlertRows } from "./alert-store.ts";

export const ALERTS_PER_PAGE = 25;
/** As many as the dashboard has room for. */
const NEWEST = 4;

type Asking = Pick<Ctx, "db" | "log">;
export type AlertList = { readonly alerts: readonly AlertRow[]; readonly found: number; readonly unread: number };

/** @param wanted `page` is from 1 */
export async function listAlerts(
  ctx: Asking,
  actor: Actor,
  wanted: { readonly view: AlertView; readonly page: number },
): Promise<Result<AlertList, "forbidden">> {
  if (!(await may(ctx, actor, "alerts.read"))) return err("forbidden");
  const [alerts, found, unread] = await Promise.all([
    listAlertRows(ctx.db, wanted.view, { limit: ALERTS_PER_PAGE, offset: (wanted.page - 1) * ALERTS_PER_PAGE }),
    countAlertRows(ctx.db, wanted.view),
    countAlertRows(ctx.db, "unread"),
  ]);
  return ok({ alerts, found, unread });
}

/** Open ones that nobody has looked at. */
export async function countUnreadAlerts(ctx: Asking, actor: Actor): Promise<Result<number, "forbidden">> {
  if (!(await may(ctx, actor, "alerts.read"))) return err("forbidden");
  return ok(await countAlertRows(ctx.db, "unread"));
}

/** What the dashboard shows: the first of the open ones, and how many there are. */
export async function summariseAlerts(
  ctx: Asking,
  actor: Actor,
): Promise<Result<{ readonly newest: readonly AlertRow[]; readonly open: number; readonly unread: number }, "forbidden">> {
  if (!(await may(ctx, actor, "alerts.read"))) return err("forbidden");
  const [newest, open, unread] = await Promise.all([
    listAlertRows(ctx.db, "open", { limit: NEWEST, offset: 0 }),
    countAlertRows(ctx.db, "open"),
    countAlertRows(ctx.db, "unread"),
  ]);
  return ok({ newest, open, unread });
}

/** Looking does not mark it as read. */
export async function showAlert(
  ctx: Asking,
  actor: Actor,
  id: string | undefined,
): Promise<Result<AlertRow, "forbidden" | "not_found">> {
  if (!(await may(ctx, actor, "alerts.read"))) return err("forbidden");
  const alert = isUuid(id) ? await findAlertRow(ctx.db, id) : undefined;
  return alert ? ok(alert) : err("not_found");
}
