/** No request can exhaust the shop's time or memory: every form and API call is attacked. */
import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Address, listAddresses } from "./addresses.fixture.ts";
import { newApiClient } from "./api-client.fixture.ts";
import { attacksOn, HEADERS, QUERIES } from "./attacks.fixture.ts";
import { makeDraw, withDatabase } from "./books.fixture.ts";
import { costlyAmong, MOST_GROWTH_BYTES, readFigures, SUSPICIOUS_SECONDS } from "./cost.fixture.ts";
import { type Shop, startShop } from "./shop.fixture.ts";

/** The longest legitimate reply is the largest page with a form that repeats the input twice (64 kB). */
const LONGEST_ANSWER = 250_000;
const UUID = "3f2b8f2e-0000-4000-8000-000000000001";

const addresses = await listAddresses();
const forms = addresses.filter(({ takesForms, path }) => takesForms || /^\/(?:api|functions)\//.test(path));

let shop: Shop;
let drawId: string;
const authorization: Record<string, string> = {};
beforeAll(async () => {
  shop = await startShop();
  drawId = (await makeDraw(shop, { title: "Attacked" })).id;
  const administrator = await newApiClient(shop);
  await withDatabase(shop, (db) => db.insertInto("admin_user").values({ id: administrator.userId }).execute());
  authorization.Authorization = `Bearer ${administrator.token}`;
}, 120_000);
afterAll(async () => {
  await shop.stop();
  expect(shop.complaints).toEqual([]);
});

type Asked = { readonly target: string; readonly init: RequestInit };
type Answer = { readonly status: number; readonly length: number; readonly seconds: number };

async function ask({ target, init }: Asked): Promise<Answer> {
  const begun = performance.now();
  const headers = { Origin: shop.url, ...init.headers };
  const reply = await fetch(`${shop.url}${target}`, {
    redirect: "manual",
    signal: AbortSignal.timeout(30_000),
    ...init,
    headers,
  });
  const { byteLength: length } = await reply.arrayBuffer();
  return { status: reply.status, length, seconds: (performance.now() - begun) / 1000 };
}

async function faultOf(asked: Asked): Promise<string | undefined> {
  const answer = await ask(asked).catch((error: unknown) => String(error));
  if (typeof answer === "string") return answer;
  if (answer.status >= 500) return `a ${answer.status}`;
  if (asked.init.method === "POST" && answer.length > LONGEST_ANSWER) return `${answer.length} bytes`;
  if (answer.seconds < SUSPICIOUS_SECONDS) return undefined;
  // On a busy machine all requests are slow.
  const honest = await ask({ target: "/about", init: {} });
  if (answer.seconds < 3 * honest.seconds) return undefined;
  const [costly] = await costlyAmong(shop.url, [asked], ask);
  return costly && `the shop was busy for ${costly.seconds} s`;
}

const targetOf = ({ path }: Address) => path.replaceAll(/\/:\w*[iI]d\??/g, `/${drawId}`).replaceAll(/:\w+\??|\*/g, UUID);

describe.each(forms.map((address, turn) => ({ ...address, turn })))("$path", ({ turn, ...address }) => {
  const field =
    address.words.find((word) => /^(?:email|newEmail|message|lotteryId|userId|intent|quantity|token)$/.test(word)) ?? "x";
  // Unauthorised forms are refused before they are read.
  const isSignedIn = /^\/(?:admin|profile|devices|quiz|functions)\b/.test(address.path);

  it("withstands whatever is sent to it, as a page and as its data in turn", async () => {
    const before = await readFigures(shop.url);
    const wrong: string[] = [];
    const path = targetOf(address);
    const targets = /^\/(?:api|functions)\//.test(path) ? [path] : [path, `${path}.data`];
    for (const [i, attack] of attacksOn(field).entries()) {
      // All forms share one body parser, so attacks alternate between both encodings.
      const target = targets[(i + turn) % targets.length] ?? path;
      const headers = { "Content-Type": attack.type, ...(isSignedIn && authorization) };
      const fault = await faultOf({ target, init: { method: "POST", body: attack.body, headers } });
      if (fault !== undefined) wrong.push(`${attack.name} to ${target}: ${fault}`);
    }
    expect(wrong).toEqual([]);
    expect((await readFigures(shop.url)).bytes - before.bytes).toBeLessThan(MOST_GROWTH_BYTES);
  });
});

it("no address takes long over a query or a header", async () => {
  const wrong: string[] = [];
  const target = (address: Address, query = "") => `${targetOf(address)}${query}`;
  for (const [i, address] of addresses.entries()) {
    const headers = HEADERS[i % HEADERS.length] ?? {};
    for (const init of [{ headers }, { headers: { ...authorization, ...headers } }]) {
      const fault = await faultOf({ target: target(address), init });
      if (fault !== undefined) wrong.push(`${Object.keys(headers).slice(0, 2)} to ${address.path}: ${fault}`);
    }
    for (const query of QUERIES) {
      const fault = await faultOf({ target: target(address, query), init: { headers: authorization } });
      if (fault !== undefined) wrong.push(`${query.slice(0, 20)} to ${address.path}: ${fault}`);
    }
  }
  expect(wrong).toEqual([]);
});

it("a flood of requests for one unknown draw is cheap, because its reply is cached, too", async () => {
  const cpuOf = async (targets: readonly string[]) => {
    const before = await readFigures(shop.url);
    // Limited to the shop's database connections: on a busy machine further requests would time out.
    for (let from = 0; from < targets.length; from += 20) {
      const replies = await Promise.all(targets.slice(from, from + 20).map((target) => fetch(`${shop.url}${target}`)));
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]));
    }
    return (await readFigures(shop.url)).cpuSeconds - before.cpuSeconds;
  };
  const unknown = () => `/lottery/${randomUUID()}`;
  const one = unknown();
  const each = await cpuOf(Array.from({ length: 200 }, unknown));
  expect(await cpuOf(Array.from({ length: 200 }, () => one))).toBeLessThan(each / 2);
});

it("four hundred incomplete requests block no other visitor, and end", async () => {
  const { hostname, port } = new URL(shop.url);
  const halves = [
    "GET / HTTP/1.1\r\nHost: x\r\nX-A: ",
    `POST /login HTTP/1.1\r\nHost: x\r\nOrigin: ${shop.url}\r\nContent-Length: 90\r\n\r\nemail=`,
    "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 90\r\n\r\na",
    "POST /admin/lotteries/images HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    "",
  ];
  const open = Array.from({ length: 400 }, (_, i) => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined).on("data", () => undefined);
    socket.write(halves[i % halves.length] ?? "");
    return { socket, closed: new Promise((resolve) => socket.once("close", resolve)) };
  });
  const drip = setInterval(() => {
    for (const { socket } of open) if (socket.writable) socket.write("a");
  }, 1_000);
  for (let i = 0; i < 20; i++) expect((await ask({ target: "/about", init: {} })).status).toBe(200);
  await Promise.race([Promise.all(open.map(({ closed }) => closed)), sleep(60_000)]).finally(() => clearInterval(drip));
  expect(open.filter(({ socket }) => !socket.closed)).toEqual([]);
});
