/** Social profiles by the names that people know. */
import { expect, it } from "vitest";
import { socialName } from "./social-name.ts";

it.each([
  ["https://www.instagram.com/concours", "instagram.com/concours"],
  ["https://instagram.com/concours/?hl=en#posts", "instagram.com/concours"],
  ["https://mastodon.social/@concours", "mastodon.social/@concours"],
  ["https://example.org/", "example.org"],
])("%s is %s", (url, name) => {
  expect(socialName(url)).toBe(name);
});
