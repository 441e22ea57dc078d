/** The API of the waiting room. */
import { apiRouter, handle } from "#platform/request/api.server.ts";
import * as live from "../shop/live-route.ts";

export const queueApi = apiRouter()
  .get("/lottery/:lotteryId/queue.json", handle(live.get))
  .post("/lottery/:lotteryId/queue.json", handle(live.post));
