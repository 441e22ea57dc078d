/**
 * Cached pages are identical for all visitors: in the language of each, with no cookie but the one that tells
 * scripts of a session.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { languagesOf } from "#platform/languages/language-files.server.ts";
import { setLanguages } from "#shared/language/languages.ts";
import { chooseLocale, LOCALES, type Locale } from "#shared/language/locale.ts";
import { type CachedPagesSettings, createCachedPages } from "./cached-pages.ts";

const HINT = "signed-in=1; Path=/";

/** A server with nothing but cached pages. */
async function open(render: CachedPagesSettings["render"]) {
  const { listener } = createCachedPages({
    render,
    hint: (cookie) => (cookie === "session=before" ? HINT : undefined),
    edge: (_, outgoing) => outgoing.writeHead(500).end(),
  });
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return (path: string, cookie = "", headers = {}) =>
    fetch(`http://localhost:${port}${path}`, { headers: { cookie, ...headers } });
}

it("signed-in visitors get the shared page, rendered without their cookies", async () => {
  const cookies: (string | null)[] = [];
  const ask = await open(async (request) => {
    cookies.push(request.headers.get("cookie"));
    return new Response("<html>page</html>", { headers: { "Content-Type": "text/html", "Cache-Control": "public, s-maxage=1" } });
  });
  const seen = async (reply: Response) => [
    await reply.text(),
    ...["Cache-Control", "ETag", "Set-Cookie"].map((name) => reply.headers.get(name)),
  ];
  const anyone = await seen(await ask("/?lng=en"));
  expect(anyone.slice(0, 2)).toEqual(["<html>page</html>", "public, s-maxage=1"]);
  for (const cookie of ["session=ada; signed-in=1; flash=saved", "__Host-session=x", "lang=fr; session=ended"])
    expect(await seen(await ask("/?lng=en", cookie))).toEqual(anyone);
  expect(cookies).toEqual(["lang=en"]);
});

it("a signed-in browser without the hint gets it with the page, uncacheable for others", async () => {
  const ask = await open(
    async () =>
      new Response("<html>page</html>", { headers: { "Content-Type": "text/html", "Cache-Control": "public, s-maxage=1" } }),
  );
  const etag = (await ask("/?lng=en")).headers.get("ETag") ?? "";
  const healed = await ask("/?lng=en", "session=before", { "If-None-Match": etag });
  expect([healed.status, healed.headers.get("Cache-Control"), healed.headers.get("Set-Cookie")]).toEqual([200, "no-store", HINT]);
  expect((await ask("/?lng=en", "session=ada; signed-in=1", { "If-None-Match": etag })).status).toBe(304);
});

it("a chosen language that is not offered yet is used", async () => {
  const cy = "cy" as Locale;
  setLanguages(languagesOf([...LOCALES, cy]));
  onTestFinished(() => setLanguages(languagesOf(LOCALES)));
  const ask = await open(async ({ url, headers }) => {
    const [cookie, acceptLanguage] = [headers.get("cookie"), headers.get("accept-language")];
    return new Response(chooseLocale({ url, cookie, acceptLanguage }), { headers: { "Content-Type": "text/html" } });
  });
  for (const [path, cookie, shown] of [
    ["", "lang=cy", cy],
    ["", "lang=cy; session=Ada", cy],
    ["", "lang=fr", "fr"],
    ["?lng=fr", "lang=cy", "fr"],
    ["", "", "en"],
  ])
    expect(await (await ask(`/${path}`, cookie)).text()).toBe(shown);
});

it("a link with advertising parameters gets the cached page, and they never reach what is rendered", async () => {
  const rendered: string[] = [];
  const ask = await open(async ({ url }) => {
    rendered.push(url.replace("http://localhost", ""));
    return new Response("<html>page</html>", { headers: { "Content-Type": "text/html" } });
  });
  const parameters = ["", "fbclid=1", "fbclid=2&utm_source=%3Cscript%3E", "UTM_CAMPAIGN=x&utm_campaign=y", "x".repeat(3000)];
  const pages = parameters.map(async (query) => (await ask(`/prize?${query}`)).text());
  expect(new Set(await Promise.all(pages))).toEqual(new Set(["<html>page</html>"]));
  expect(rendered).toEqual(["/prize"]);
});
