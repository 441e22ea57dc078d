/** GET /admin/draw/{id}/tickets?user=…&after=…: the valid tickets of one participant, some hundred at a time. */

import { data, type LoaderFunctionArgs } from "react-router";
import { adminOf } from "#features/accounts/server/admin-of.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import type { LookFailures } from "#ui/fields/failures.ts";
import { listParticipantTickets } from "../server/list-participants.ts";

export type TicketsReply = {
  readonly tickets: readonly { readonly ticketNumber: number; readonly purchasedAt: Date }[];
  /** The number to go on behind, where there are more. */
  readonly next: number | undefined;
  readonly failed: boolean;
};

export const handle = { failures: { load: "admin-draws:draw.participants.ticketsFailed" } } satisfies LookFailures;

const NONE = { tickets: [], next: undefined, failed: true } satisfies TicketsReply;

export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const { searchParams } = new URL(request.url);
  const wanted = {
    lotteryId: params.lotteryId ?? "",
    userId: searchParams.get("user") ?? "",
    after: Number(searchParams.get("after") ?? 0),
  };
  const found = await listParticipantTickets(ctx, actor, wanted).catch((error: unknown) => {
    ctx.log.error({ err: error }, "the tickets of a participant could not be read");
    return { ok: false, error: "failed" } as const;
  });
  if (found.ok) return data<TicketsReply>({ ...found.value, failed: false });
  if (found.error === "forbidden") throw notAllowed();
  return data<TicketsReply>(NONE, { status: found.error === "failed" ? 503 : 404 });
}
