/** POST /admin/lotteries/images/focus {url, x, y}: sets a focal point. `{error: null}`, or 404, 422, 503. */

import { redirect } from "react-router";
import { adminCall, runAction } from "#features/accounts/server/sessions/admin-call.ts";
import type { Call } from "#platform/request/api.server.ts";
import { readFields } from "#platform/request/body.server.ts";
import { jsonReply } from "#platform/request/json.server.ts";
import { type FocalPointError, setFocalPoint } from "../server/pictures/set-focal-point.ts";

/** Why the point was not stored. */
type FocalPointRefusal = Exclude<FocalPointError, "forbidden"> | "failed";
/** `error` is null if the point was stored. */
export type FocalPointReply = { readonly error: FocalPointRefusal | null };

const STATUS = { not_found: 404, bad_point: 422, failed: 503 } as const satisfies Record<FocalPointRefusal, number>;

/** An address that is opened by hand leads to the draws. */
export async function get({ context, request }: Call): Promise<Response> {
  await adminCall(context, request);
  return redirect("/admin/lotteries");
}

/** `x` and `y` are whole percents of width and height. */
export async function post({ context, request }: Call) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  const text = (name: string) => form.get(name) ?? "";
  const percent = (name: string) => (/^\d{1,3}$/.test(text(name)) ? Number(text(name)) : Number.NaN);
  const set = await runAction(
    { ctx, request },
    setFocalPoint(ctx, actor, { url: text("url"), point: { x: percent("x"), y: percent("y") } }),
    "a focal point could not be stored",
  );
  return jsonReply({ error: set.ok ? null : set.error } satisfies FocalPointReply, set.ok ? 200 : STATUS[set.error]);
}
