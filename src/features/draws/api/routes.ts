/** The API of draws, and their public files. */
import { listOperation, listWith } from "#features/integrations/api/list-calls.ts";
import { apiRouter, describe, handle } from "#platform/request/api.server.ts";
import * as participantsCsv from "../admin/participants-csv-route.ts";
import * as winnerPhoto from "../admin/winners/winner-photo-route.ts";
import { PARTICIPANTS_CALL, participantRow, WINNERS_CALL, winnerRow } from "../rules/draws-calls.ts";
import { answerParticipantsCall, answerWinnersCall } from "../server/reading/answer-calls.ts";
import * as entriesCsv from "../shop/check/entries-csv-route.ts";
import * as prizeJson from "../shop/check/prize-json-route.ts";
import * as proofJson from "../shop/check/proof-json-route.ts";
import * as liveJson from "../shop/live/live-json-route.ts";

const participants = listOperation(
  { id: "listParticipants", tag: "draws", summary: "Lists who takes part in a draw, with contact details" },
  PARTICIPANTS_CALL,
  participantRow,
);
const winners = listOperation(
  { id: "listWinners", tag: "draws", summary: "Lists the winning tickets, newest first" },
  WINNERS_CALL,
  winnerRow,
);

export const drawsApi = apiRouter()
  .get("/api/participants", describe(participants), handle(listWith(answerParticipantsCall)))
  .get("/api/winners", describe(winners), handle(listWith(answerWinnersCall)))
  .get("/draws/:lotteryId/proof.json", handle(proofJson.get))
  .get("/draws/:lotteryId/live.json", handle(liveJson.get))
  .get("/draws/:lotteryId/prize.json", handle(prizeJson.get))
  .get("/draws/:lotteryId/entries.csv", handle(entriesCsv.get))
  .get("/admin/draw/:lotteryId/participants.csv", handle(participantsCsv.get))
  .get("/admin/winners/:lotteryId/photo", handle(winnerPhoto.get))
  .post("/admin/winners/:lotteryId/photo", handle(winnerPhoto.post));
