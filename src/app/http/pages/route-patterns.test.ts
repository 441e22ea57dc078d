import { expect, it } from "vitest";
import { routePatterns } from "./route-patterns.ts";

const ROUTES = {
  root: { id: "root", path: "" },
  frame: { id: "frame", parentId: "root" },
  other: { id: "other", parentId: "frame", path: "*" },
  home: { id: "home", parentId: "frame" },
  draw: { id: "draw", parentId: "frame", path: "lottery/:lotteryId?" },
  admin: { id: "admin", parentId: "root", path: "admin" },
  unknown: { id: "unknown", parentId: "admin", path: "*" },
  campaign: { id: "campaign", parentId: "admin", path: "emails/:campaignId" },
  preview: { id: "preview", parentId: "admin", path: "emails/preview" },
};
const OTHERS = ["/lottery/:lotteryId/stock.json"];

it.each([
  ["/", "/"],
  ["/_root.data", "/"],
  ["/lottery", "/lottery/:lotteryId?"],
  ["/lottery/0af76519", "/lottery/:lotteryId?"],
  ["/lottery/0af76519.data", "/lottery/:lotteryId?"],
  ["/lottery/0af76519/stock.json", "/lottery/:lotteryId/stock.json"],
  ["/lottery/0af76519/stock-json", "/*"],
  ["/admin", "/admin"],
  ["/admin/", "/admin"],
  ["/admin/emails/preview", "/admin/emails/preview"],
  ["/admin/emails/7", "/admin/emails/:campaignId"],
  ["/admin/nowhere/at/all", "/admin/*"],
  ["/amelia@concours.test", "/*"],
])("%s is %s", (path, pattern) => expect(routePatterns(ROUTES, OTHERS)(path)).toBe(pattern));
