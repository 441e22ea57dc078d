/** Accepted addresses of recordings. */
import { expect, it } from "vitest";
import { readVideoLink } from "./video-link.ts";

it.each([
  ["https://youtu.be/abc?t=12", "https://youtu.be/abc?t=12"],
  ["  https://vimeo.com/1  ", "https://vimeo.com/1"],
  ["", ""],
  ["   ", ""],
  ["http://youtu.be/abc", undefined],
  ["youtu.be/abc", undefined],
  ["javascript:alert(1)", undefined],
  ["https://", undefined],
  ["https://www.tiktok.com/@concours/video/1", "https://www.tiktok.com/@concours/video/1"],
  ["https://www.youtube.com/@concours/live", "https://www.youtube.com/@concours/live"],
  ["https://user@elsewhere.example/", undefined],
  ["https://:secret@elsewhere.example/", undefined],
  ["https://a.example/<b>", undefined],
  [`https://a.example/${"a".repeat(500)}`, undefined],
])("reads %j as %j", (typed, link) => {
  expect(readVideoLink(typed)).toBe(link);
});
