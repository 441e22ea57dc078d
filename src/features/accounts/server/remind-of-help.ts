/** Says when the list of those who help has to be checked again. */
import type { Ctx } from "#platform/ctx.server.ts";
import { londonDate } from "#shared/dates.ts";
import { isHelpOld } from "../rules/help-organisations.ts";
import { raiseAlert, withdrawAlert } from "./raise-alert.ts";

const SUBJECT = { type: "shop", id: "help" } as const;

export async function remindOfHelp(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const at = ctx.now();
  if (isHelpOld(londonDate(at))) await raiseAlert(ctx.db, { kind: "help_old", subject: SUBJECT, at });
  else await withdrawAlert(ctx.db, { kind: "help_old", subject: SUBJECT, at });
}
