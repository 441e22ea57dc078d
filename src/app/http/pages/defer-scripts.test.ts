import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { scriptsAfterSight } from "./defer-scripts.ts";

const PAGE = `<html><head><title>Tirés</title><link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/></head>
<body><p>&lt;link rel="modulepreload" é 1 < 2</p><link rel="modulepreload" href="/kept.js"/><script nonce="x" type="module" async="">import "/a.js"; "é"</script>
<script>"<script type=module>"</script></body></html>`;
const STILL = PAGE.replace(/<link rel="modulepreload" href="\/([ab])/g, '<link rel="later" href="/$1').replace(
  'type="module" async=""',
  'type="text/later"',
);

const through = (chunks: readonly Buffer[]) => text(Readable.from(chunks).pipe(scriptsAfterSight()));

it("stops every script that a page's head names and the one that starts it, wherever the page is cut, and touches nothing else", async () => {
  const page = Buffer.from(PAGE);
  for (let at = 0; at < page.length; at++)
    expect(await through([page.subarray(0, at), page.subarray(at)]), `cut at ${at}`).toBe(STILL);
});

it("passes on documents without a head", async () => {
  expect(await through([Buffer.from("Not "), Buffer.from("Found <")])).toBe("Not Found <");
  expect(await through([])).toBe("");
});
