/** Sets or removes the link to a recording of a draw, once it is drawn. */
import { type Actor, may, recordChange } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { readVideoLink } from "../../rules/live/video-link.ts";
import { lockLottery } from "../drawing/step-store.ts";
import { findDrawRow } from "../reading/reading-store.ts";
import { updateVideo } from "./winner-store.ts";

/** `not_found`: nothing is drawn. `not_a_link`: no https address. */
export type VideoError = "forbidden" | "not_found" | "not_a_link";

/** @param input.url as typed; empty removes the link */
export async function setDrawVideo(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  actor: Actor,
  { lotteryId, url: typed }: { readonly lotteryId: string; readonly url: string },
): Promise<Result<undefined, VideoError>> {
  if (!(await may(ctx, actor, "winners.write"))) return err("forbidden");
  const url = readVideoLink(typed);
  if (url === undefined) return err("not_a_link");
  if (!isUuid(lotteryId)) return err("not_found");
  return ctx.db.transaction().execute(async (tx) => {
    await lockLottery(tx, lotteryId);
    const result = (await findDrawRow(tx, lotteryId))?.result;
    if (!result) return err("not_found");
    const before = result.videoUrl ?? "";
    if (before === url) return ok();
    await updateVideo(tx, lotteryId, url === "" ? null : url);
    await recordChange(tx, {
      ...{ actor, action: "draw.video", subjectType: "lottery", subjectId: lotteryId, at: ctx.now() },
      before: { video_url: before || null },
      after: { video_url: url || null },
    });
    return ok();
  });
}
