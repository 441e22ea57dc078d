import { expect, it } from "vitest";
import { readOrderNumber } from "./order-number.ts";

it.each([
  ["KXTM-47GQ", "KXTM-47GQ"],
  ["kxtm-47gq", "KXTM-47GQ"],
  ["KXTM47GQ", "KXTM-47GQ"],
  [" kxtm 47gq ", "KXTM-47GQ"],
  ["KXTM–47GQ", "KXTM-47GQ"],
  ["“KXTM−47GQ”,", "KXTM-47GQ"],
  ["kxtm - 47gq\u202C", "KXTM-47GQ"],
  ["Order number: KXTM-47GQ.", "KXTM-47GQ"],
  ["№ KXTM-47GQ", "KXTM-47GQ"],
  ["#KXTM-47GQ", "KXTM-47GQ"],
  ["Order KXTM-47GQ", "KXTM-47GQ"],
  ["Commande n° KXTM-47GQ", "KXTM-47GQ"],
  ["NXTM-47GQ", "NXTM-47GQ"],
  ["KXTM-47G", undefined],
  ["KXTM-47GQQ", undefined],
  ["47GQ-KXTM", undefined],
  ["34679346", undefined],
  ["McKnight", undefined],
  ["0042-000137", undefined],
  ["", undefined],
])("“%s” is %s", (typed, number) => {
  expect(readOrderNumber(typed)).toBe(number);
});
