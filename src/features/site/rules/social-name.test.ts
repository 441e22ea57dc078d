import { expect, it } from "vitest";
import { networkName, socialName } from "./social-name.ts";

it.each([
  ["https://www.instagram.com/concours", "instagram.com/concours"],
  ["https://instagram.com/concours/?hl=en#posts", "instagram.com/concours"],
  ["https://mastodon.social/@concours", "mastodon.social/@concours"],
  ["https://example.org/", "example.org"],
])("%s is %s", (url, name) => {
  expect(socialName(url)).toBe(name);
});

it.each([
  ["https://www.instagram.com/concours", "Instagram"],
  ["https://mastodon.social/@concours", "mastodon.social/@concours"],
])("visitors are asked to follow %s on %s", (url, name) => {
  expect(networkName(url)).toBe(name);
});
