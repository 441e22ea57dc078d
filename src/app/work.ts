/** What goes on without a request: the demo's content, queues, timers. */
import type { Ctx } from "#platform/ctx.server.ts";

export async function startWork(_ctx: Ctx): Promise<void> {}
