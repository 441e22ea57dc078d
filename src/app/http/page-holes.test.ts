/** A kept page becomes its reader's by their name alone, whatever that is. */
import { hash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { cutHoles, fillHoles, fillPacked } from "./page-holes.ts";
import { hashScripts } from "./page-policy.ts";

const MARK = "MARKMARKMARKMARKMARKMA==";
const NAME = "0123456789abcdef";
const STREAM = "window.__reactRouterContext.streamController.enqueue";

/** As React Router and React write them. */
const scriptOf = (name: string) => {
  const signs: Readonly<Record<string, string>> = {
    "&": "\\u0026",
    ">": "\\u003e",
    "<": "\\u003c",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
  };
  const data = JSON.stringify(`[{"_1":2},"firstName",${JSON.stringify(name)},"à gagner"]\n`);
  return `${STREAM}(${data.replace(/[&><\u2028\u2029]/g, (sign) => signs[sign] ?? sign)});`;
};
const textOf = (name: string) =>
  name
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
const pageOf = (name: string, nonce: string) =>
  `<html><script${nonce}>first()</script><a>${textOf(name)}<span>, profile</span></a>${"<p>é</p>".repeat(9000)}<b>${textOf(name)}</b><script${nonce}>${scriptOf(name)}</script></html>`;

const kept = () => {
  const policy = `script-src 'nonce-${MARK}' 'strict-dynamic'; base-uri 'none'`;
  return cutHoles(hashScripts({ html: pageOf(NAME, ` nonce="${MARK}"`), policy }, MARK, NAME), NAME);
};
const of = (text: string) => `'sha256-${hash("sha256", text, "base64")}'`;

describe("the page of somebody by the name of", () => {
  it.each([
    "Ada",
    'O\'Brien "Bo" \\ & Söhne',
    "</script><script>evil()",
    "<!--<script>",
    "$& $1 $` $'",
    "👩‍👩‍👧‍👦 🚗",
    "a\u2028b\u2029c",
    "\u202eevil\u202c",
    "x".repeat(100),
    "line\nand\ttab",
    NAME,
    `${NAME}${NAME}`,
    MARK,
    "",
  ])("%j is what would be made for them alone, byte for byte", async (name) => {
    const page = kept();
    const expected = pageOf(name, "");
    expect(Buffer.concat(fillHoles(page, name)).toString()).toBe(expected);
    expect(gunzipSync(Buffer.concat(await fillPacked(page, name))).toString()).toBe(expected);
    expect(page.policyFor(name)).toBe(`script-src 'self' ${of("first()")} ${of(scriptOf(name))}; base-uri 'none'`);
  });

  it("one after another is packed once", async () => {
    const page = kept();
    expect(await page.pack()).toBe(await page.pack());
    const [packed, plain] = [await fillPacked(page, "Ada"), fillHoles(page, "Ada")].map((parts) => Buffer.concat(parts).length);
    expect(packed).toBeLessThan((plain ?? 0) / 20);
  });
});
