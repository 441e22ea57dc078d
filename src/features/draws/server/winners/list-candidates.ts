/** People who can replace the winner of a prize. */
import { type Actor, may } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import type { Candidate } from "../../rules/managed-draw.ts";
import { drawnFor, winningTicket } from "../../rules/won-prizes.ts";
import { findReserve } from "../drawing/find-reserve.ts";
import { findDrawRow } from "../reading/reading-store.ts";
import { listHolderRows, listOtherRows, listReserveRows } from "./candidate-store.ts";
import { listHolders } from "./winner-store.ts";

const MOST_SHOWN = 20;

/** At most 20 people matching `q`; a reserve once, with the picked ticket. `not_drawn` without a winner. */
export async function listCandidates(
  ctx: Pick<Ctx, "db" | "log">,
  actor: Actor,
  { lotteryId, place = 1, q }: { lotteryId: string | undefined; place?: number | undefined; q: string },
): Promise<Result<readonly Candidate[], "forbidden" | "not_found" | "not_drawn">> {
  if (!(await may(ctx, actor, "winners.read"))) return err("forbidden");
  const draw = isUuid(lotteryId) ? await findDrawRow(ctx.db, lotteryId) : undefined;
  if (!draw) return err("not_found");
  if (!draw.result) return err("not_drawn");
  const filter = { lotteryId: draw.lotteryId, q, limit: MOST_SHOWN };
  const current = winningTicket(draw.result, place);
  if (current === undefined) return err("not_drawn");
  const [winner] = await listHolders(ctx.db, draw.lotteryId, [current]);
  const next = await findReserve(ctx.db, draw.lotteryId, draw.result, place);
  const reserves = await listReserveRows(ctx.db, { ...filter, tickets: drawnFor(draw.result, place).reserves });
  const holders = await listHolderRows(ctx.db, filter);
  const others =
    holders.length < MOST_SHOWN ? await listOtherRows(ctx.db, { ...filter, limit: MOST_SHOWN - holders.length }) : [];
  // A person with several picks or tickets is listed once, at the first position.
  const seen = new Set<string>();
  const all = [...reserves, ...holders, ...others].filter(({ id }) => !seen.has(id) && seen.add(id)).slice(0, MOST_SHOWN);
  return ok(
    all.map((person) => {
      const isWinner = person.id === winner?.ownerId;
      const mayWin = next ? person.ticketNumber === next.ticketNumber : person.ticketNumber !== undefined && !isWinner;
      return { ...person, reserve: "reserve" in person ? Number(person.reserve) : undefined, isWinner, mayWin };
    }),
  );
}
