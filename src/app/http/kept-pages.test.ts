/** Whoever is signed in gets the kept page with their own name and number of tickets in it, however many ask at once; nobody gets another's. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { NO_TICKETS } from "#features/lotteries/rules/lottery.ts";
import { languagesOf } from "#platform/languages/language-files.server.ts";
import { setLanguages } from "#shared/languages.ts";
import { chooseLocale, LOCALES, type Locale } from "#shared/locale.ts";
import { createKeptPages } from "./kept-pages.ts";

const NAMES = ["Ada", "O'Brien & Sons", "</script><b>", "$& $1", "👩‍👧 Zoë", "", "Ada Ada", '"\\"', "Bo", "x".repeat(60)];
const escaped = (name: string) =>
  name
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
const pageOf = (name: string, tickets = ticketsOf(name)) =>
  `<html><p>${escaped(name)}</p>${"<i>é</i>".repeat(3000)}<u>${tickets}</u><b>${escaped(name)}</b></html>`;

/** For each of them a number that one or two others have, too. */
const ticketsOf = (name: string) => name.length % 3;

const ended = new Set<string>();
let renderings = 0;
const front = createKeptPages({
  async render(_request, { visitor, own }) {
    renderings++;
    await sleep(5);
    return new Response(pageOf(visitor?.firstName ?? "nobody", own?.bought), {
      headers: { "Content-Type": "text/html; charset=utf-8" },
    });
  },
  async readVisitor({ headers }) {
    const name = decodeURIComponent(/session=([^;]*)/.exec(headers.cookie ?? "")?.[1] ?? "");
    await sleep(name.length % 4);
    return ended.has(name)
      ? undefined
      : { name, isStaff: name.length % 2 === 0, own: { ...NO_TICKETS, bought: ticketsOf(name) } };
  },
  edge: (_, outgoing) => outgoing.writeHead(200, { "Content-Type": "text/html" }).end("made for you alone"),
});
const server = createServer(front.listener);
let address = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  address = `http://localhost:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

const ask = (name: string, encoding: string) =>
  fetch(address, { headers: { cookie: `session=${encodeURIComponent(name)}`, "Accept-Encoding": encoding } });

it.each(["identity", "gzip", "gzip, deflate, br, zstd"])(
  "ten people who ask at once each get their own page: %s",
  async (encoding) => {
    renderings = 0;
    front.forgetPages();
    const replies = await Promise.all([...NAMES, ...NAMES].map((name) => ask(name, encoding)));
    expect(await Promise.all(replies.map((reply) => reply.text()))).toEqual([...NAMES, ...NAMES].map((name) => pageOf(name)));
    expect(renderings).toBe(new Set(NAMES.map((name) => `${name.length % 2} ${ticketsOf(name)}`)).size);
    for (const reply of replies) {
      expect(reply.headers.get("Cache-Control")).toBe("no-store");
      expect([reply.headers.get("ETag"), reply.headers.get("Content-Encoding")]).toEqual([
        null,
        encoding === "identity" ? null : "gzip",
      ]);
    }
  },
);

it("whose session has ended gets none of them, from the next request on", async () => {
  expect(await (await ask("Ada", "gzip")).text()).toBe(pageOf("Ada"));
  ended.add("Ada");
  const replies = await Promise.all(NAMES.map((name) => ask(name, "gzip")));
  const expected = NAMES.map((name) => (name === "Ada" ? "made for you alone" : pageOf(name)));
  expect(await Promise.all(replies.map((reply) => reply.text()))).toEqual(expected);
});

it("whoever has chosen a language that is not offered yet gets the page in it", async () => {
  const cy = "cy" as Locale;
  setLanguages(languagesOf([...LOCALES, cy]));
  onTestFinished(() => setLanguages(languagesOf(LOCALES)));
  const languages = createKeptPages({
    async render({ url, headers }) {
      const [cookie, acceptLanguage] = [headers.get("cookie"), headers.get("accept-language")];
      return new Response(chooseLocale({ url, cookie, acceptLanguage }), { headers: { "Content-Type": "text/html" } });
    },
    readVisitor: async () => ({ name: "Ada", isStaff: false, own: NO_TICKETS }),
    edge: (_, outgoing) => outgoing.writeHead(500).end(),
  });
  const own = createServer(languages.listener).listen(0);
  onTestFinished(() => void own.close());
  const { port } = own.address() as AddressInfo;
  for (const [path, cookie, shown] of [
    ["", "lang=cy", cy],
    ["", "lang=cy; session=Ada", cy],
    ["", "lang=fr", "fr"],
    ["?lng=fr", "lang=cy", "fr"],
    ["", "", "en"],
  ])
    expect(await (await fetch(`http://localhost:${port}/${path}`, { headers: { cookie: cookie ?? "" } })).text()).toBe(shown);
});

it("a link with advertising parameters gets the cached page, and they never reach what is rendered", async () => {
  const rendered: string[] = [];
  const pages = createKeptPages({
    async render({ url }, { visitor }) {
      rendered.push(url.replace("http://localhost", ""));
      return new Response(`<html><p>${visitor?.firstName ?? "nobody"}</p></html>`, { headers: { "Content-Type": "text/html" } });
    },
    readVisitor: async () => ({ name: "Ada", isStaff: false, own: NO_TICKETS }),
    edge: (_, outgoing) => outgoing.writeHead(500).end(),
  });
  const own = createServer(pages.listener).listen(0);
  onTestFinished(() => void own.close());
  const { port } = own.address() as AddressInfo;
  for (const cookie of ["", "session=Ada"]) {
    const parameters = ["", "fbclid=1", "fbclid=2&utm_source=%3Cscript%3E", "UTM_CAMPAIGN=x&utm_campaign=y", "x".repeat(3000)];
    const ask = async (query: string) => (await fetch(`http://localhost:${port}/prize?${query}`, { headers: { cookie } })).text();
    const name = cookie ? "Ada" : "nobody";
    expect(new Set(await Promise.all(parameters.map(ask)))).toEqual(new Set([`<html><p>${name}</p></html>`]));
  }
  expect(rendered).toEqual(["/prize", "/prize"]);
});
