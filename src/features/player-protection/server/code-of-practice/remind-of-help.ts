import { raiseAlert, withdrawAlert } from "#features/access/server/raise-alert.ts";
import { HELP_ALERT, isHelpCheckDue } from "#features/accounts/rules/person/help-organisations.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { findOpening } from "#platform/opening.server.ts";
import { HELP_CHECK } from "../../rules/operator-statements.ts";
import { findStatements } from "./operator-statements.ts";

/** Raises an alert while the check of the helplines is due. */
export async function remindOfHelp(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const at = ctx.now();
  const [statements, openedAt] = await Promise.all([findStatements(ctx), findOpening(ctx)]);
  const alert = { kind: "help_old", subject: HELP_ALERT, at } as const;
  if (isHelpCheckDue(statements[HELP_CHECK]?.at, openedAt, at)) await raiseAlert(ctx.db, alert);
  else await withdrawAlert(ctx.db, alert);
}
