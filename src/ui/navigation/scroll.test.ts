import { describe, expect, it } from "vitest";
import { scrollTarget } from "./scroll.ts";

describe("a location", () => {
  it.each([
    ["leads to its hash", "#faq", null, "faq"],
    ["leads to the target that a link carried", "", { scrollTo: "faq" }, "faq"],
    ["prefers its hash", "#how-it-works", { scrollTo: "faq" }, "how-it-works"],
    ["reads a hash as it was meant", "#%C3%A9tapes", null, "étapes"],
    ["survives a hash that was never encoded", "#100%", null, "100%"],
    ["leads nowhere without either", "", null, undefined],
    ["leads nowhere with an empty hash", "#", undefined, undefined],
    ["leads nowhere with a state that means something else", "", { from: "login" }, undefined],
    ["leads nowhere with a target that is no name", "", { scrollTo: 4 }, undefined],
  ])("%s", (_what, hash, state, target) => {
    expect(scrollTarget({ hash, state })).toBe(target);
  });
});
