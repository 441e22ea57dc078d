import { expect, it } from "vitest";
import { cleanedLink } from "./clean-links.ts";

const PATH = "/lottery/3f2b8f2e-0000-4000-8000-000000000001";

it.each([
  ".",
  ")",
  ").",
  ",",
  "%E2%80%A6",
  ">",
  "%3E",
  "%22",
  "%E2%80%9D",
  "%C2%BB",
  "*",
  "&amp;",
  "&gt;",
  "%20",
  "%E2%80%8B",
  "'",
  "]",
  "!",
])("%s behind an address goes", (sign) => {
  expect(cleanedLink(`${PATH}${sign}`, "?lng=fr")).toBe(`${PATH}?lng=fr`);
});

it("the rest of an address stays", () => {
  expect(cleanedLink("/reset-password)", "?a=1&amp;token=x.y")).toBe("/reset-password?a=1&token=x.y");
  for (const path of ["/", PATH, "/terms/", "/og/shop.png", "/media/a.", "/%E0%A4%A"])
    expect(cleanedLink(path, "")).toBeUndefined();
});

it("leads to no other site", () => {
  for (const path of ["//evil.example/.", "/%2Fevil.example.", "/%5Cevil.example)"])
    expect(cleanedLink(path, "")).toMatch(/^\/[^/\\]/);
});
