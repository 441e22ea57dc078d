/** The API and the files of draws. */
import { listOperation, listWith } from "#features/integrations/api/list-calls.ts";
import { apiRouter, describe, handle } from "#platform/request/api.server.ts";
import * as focalPoint from "../admin/focal-point-route.ts";
import * as upload from "../admin/upload-route.ts";
import { DRAWS_CALL, drawRow } from "../rules/draws-call.ts";
import { answerDrawsCall } from "../server/list-managed-lotteries.ts";
import * as calendar from "../shop/closing-calendar-route.ts";
import * as lotteries from "../shop/lotteries-api-route.ts";
import * as lottery from "../shop/lottery-api-route.ts";
import * as sharePicture from "../shop/pictures/share-picture-route.ts";
import * as shopPicture from "../shop/pictures/shop-picture-route.ts";
import * as stock from "../shop/stock-route.ts";

const draws = listOperation(
  { id: "listDraws", tag: "draws", summary: "Lists all draws with their sales, newest first" },
  DRAWS_CALL,
  drawRow,
);

export const lotteriesApi = apiRouter()
  .get("/api/lotteries", describe(lotteries.operation), handle(lotteries.get))
  .get("/api/lotteries/:lotteryId", describe(lottery.operation), handle(lottery.get))
  .get("/api/draws", describe(draws), handle(listWith(answerDrawsCall)))
  .get("/lottery/:lotteryId/stock.json", handle(stock.get))
  .get("/lottery/:lotteryId/closing.ics", handle(calendar.get))
  .get("/og/shop.jpg", handle(shopPicture.get))
  .get("/og/shop.png", handle(shopPicture.get))
  .get("/og/lottery/:file", handle(sharePicture.get))
  .get("/admin/lotteries/images", handle(upload.get))
  .post("/admin/lotteries/images", handle(upload.post))
  .get("/admin/lotteries/images/focus", handle(focalPoint.get))
  .post("/admin/lotteries/images/focus", handle(focalPoint.post));
