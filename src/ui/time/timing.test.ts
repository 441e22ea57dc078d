/** The specified delays have their values in one file. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as timing from "./timing.ts";

it("every delay is specified", () => {
  expect({ ...timing }).toEqual({
    STARTUP_LOADER_MS: 1_500,
    DETAIL_HOLD_MS: 1_000,
    RIBBON_ROUND_MS: 20_000,
    HOME_SCROLL_DELAY_MS: 500,
    COUNTDOWN_TICK_MS: 1_000,
  });
});

it("no screen has a delay of its own", () => {
  const source = new URL("../../", import.meta.url);
  const screens = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx$|^ui\/.*\.ts$/.test(name));
  expect(screens.length).toBeGreaterThan(100);
  const own = screens.filter((name) => {
    const text = readFileSync(new URL(name, source), "utf8");
    // The start of a page’s scripts is not specified.
    if (name.endsWith("shell/start-scripts.tsx")) return false;
    return /animationDuration: ?["`']?\d|set(?:Timeout|Interval)\([^;]*,\s*\d{3,}\)/.test(text);
  });
  expect(own.filter((name) => !/\.(?:test|fixture)\.tsx?$/.test(name))).toEqual([]);
});
