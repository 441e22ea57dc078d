/** Tells staff of complaints that should have been confirmed or answered by now. */
import { raiseAlert, withdrawAlert } from "#features/accounts/server/raise-alert.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { overdueOf } from "../rules/complaint.ts";
import { listLateRows } from "./complaint-store.ts";

const AT_ONCE = 500;

export async function remindOfComplaints(ctx: Pick<Ctx, "db" | "now">, atOnce = AT_ONCE): Promise<void> {
  const at = ctx.now();
  for (let after: string | undefined; ; ) {
    const late = await listLateRows(ctx.db, { now: at, after, limit: atOnce });
    for (const complaint of late) {
      const subject = { type: "shop", id: complaint.messageId } as const;
      const facts = { number: complaint.number };
      if (overdueOf(complaint, at) === "acknowledge") {
        await raiseAlert(ctx.db, { kind: "complaint_unconfirmed", subject, facts, at });
      } else {
        await withdrawAlert(ctx.db, { kind: "complaint_unconfirmed", subject, at });
        await raiseAlert(ctx.db, { kind: "complaint_unanswered", subject, facts, at });
      }
    }
    after = late.at(-1)?.id;
    if (late.length < atOnce) return;
  }
}
