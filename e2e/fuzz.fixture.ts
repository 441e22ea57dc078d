/** Sends generated input to every address of a shop and reports replies that should not occur. */
import { request } from "node:http";
import * as fc from "fast-check";
import { API_ADDRESS } from "#app/http/request-limits.ts";
import type { Address } from "./addresses.fixture.ts";
import { deepJson, namesLike } from "./attacks.fixture.ts";
import { costlyAmong, MOST_GROWTH_BYTES, readFigures, SUSPICIOUS_SECONDS } from "./cost.fixture.ts";

/** Cookie or Authorization. */
export type Role = { readonly name: string; readonly headers: Readonly<Record<string, string>> };
export type Input = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};
type Seen = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

/** The base of relative addresses. */
const HERE = "http://the-shop.example";
/** These would sign the role out. */
const ENDS_SESSIONS = new Set(["/logout", "/api/session"]);
const LONGEST_WAIT_MS = 30_000;
const NASTY = [
  "",
  " ",
  "0",
  "-1",
  "1.5",
  "1e3",
  "1e309",
  "NaN",
  "9007199254740993",
  "99999999999999999999",
  "\u0000",
  "%00",
  "%",
  "%E0%A4%A",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "//evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  "' OR '1'='1",
  '"; DROP TABLE orders; --',
  "<script>alert(1)</script>",
  "{{constructor.constructor('x')()}}",
  "__proto__",
  "constructor",
  "\r\nSet-Cookie: a=b",
  "\ud800",
  "💥".repeat(40),
  "ﷺ",
  "a".repeat(5000),
  "2026-02-30",
  "0000-00-00",
  "275760-09-14",
  "true",
  "null",
  "[]",
  "{}",
];

/** Inputs for one address: parameters, queries, headers and bodies. `known`: existing ids. */
function inputsFor({ path, words, takesForms }: Address, known: readonly string[], roles: readonly Role[]): fc.Arbitrary<Input> {
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...NASTY) },
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 3, arbitrary: fc.constantFrom(...words, "x") },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
    { weight: 1, arbitrary: fc.integer().map(String) },
    { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  );
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...words, "x") },
    { weight: 1, arbitrary: fc.constantFrom(...NASTY) },
    { weight: 1, arbitrary: fc.constantFrom(...words, "x").chain((word) => fc.constantFrom(...namesLike(word))) },
  );
  const pairs = fc.oneof(
    { weight: 20, arbitrary: fc.array(fc.tuple(name, value), { maxLength: 6 }) },
    { weight: 1, arbitrary: fc.tuple(name, fc.constantFrom("", "x")).map((pair) => Array.from({ length: 3_000 }, () => pair)) },
  );
  const target = fc.tuple(fc.array(value, { minLength: 4, maxLength: 4 }), pairs, fc.boolean()).map(([params, query, asData]) => {
    const next = params[Symbol.iterator]();
    const filled = path
      .replace(/\/:(\w+)\?/, (whole) => (params.length > 2 ? whole.replace("?", "") : ""))
      .replaceAll(/:\w+|\*/g, () => encode(next.next().value ?? ""));
    const search = query.map(([key, text]) => `${encode(key)}=${encode(text)}`).join("&");
    // Node's HTTP server refuses longer ones before the shop sees them.
    return `${filled}${asData && filled.length > 1 ? ".data" : ""}${search && "?"}${search.slice(0, 6_000)}`;
  });
  const json = fc.oneof(
    fc.dictionary(name, fc.oneof(value, fc.jsonValue({ maxDepth: 2 }))).map((each) => JSON.stringify(each)),
    fc.json({ maxDepth: 3 }),
    name.chain((each) => fc.constantFrom(...deepJson(each))),
    value,
  );
  const form = pairs.map((each) => each.map(([key, text]) => `${encode(key)}=${encode(text)}`).join("&"));
  const multipart = pairs.map(
    (each) =>
      `${each.map(([key, text]) => `--b\r\nContent-Disposition: form-data; name="${key.replaceAll(/["\r\n]/g, "")}"; filename="${text.slice(0, 20).replaceAll(/["\r\n]/g, "")}"\r\n\r\n${text}\r\n`).join("")}--b--\r\n`,
  );
  const body = fc.oneof(
    form.map((text) => ({ type: "application/x-www-form-urlencoded", text })),
    json.map((text) => ({ type: "application/json", text })),
    multipart.map((text) => ({ type: "multipart/form-data; boundary=b", text })),
    value.map((text) => ({ type: "text/plain", text })),
    fc.constant({ type: "multipart/form-data", text: "--no boundary" }),
  );
  // Unsupported methods all get the same reply, so most inputs use supported ones.
  const method = fc.oneof(
    { weight: takesForms ? 4 : 12, arbitrary: fc.constant("GET") },
    { weight: takesForms ? 10 : 2, arbitrary: fc.constant("POST") },
    { weight: 3, arbitrary: fc.constantFrom("PUT", "PATCH", "DELETE") },
    { weight: 1, arbitrary: fc.constantFrom("HEAD", "OPTIONS") },
  );
  const odd = fc.oneof(
    { weight: 6, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom("fr", "xx-YY;q=9", ",,,;", "*").map((text) => ({ "Accept-Language": text })) },
    { weight: 1, arbitrary: fc.constantFrom("bytes=5-1", "bytes=0-0,1-1", "x").map((text) => ({ Range: text })) },
    { weight: 1, arbitrary: fc.constantFrom("br;q=0", "gzip;q=abc", "*").map((text) => ({ "Accept-Encoding": text })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom("session=x", "flash=%7B", "lang=../../x", "session=%E0%A4%A; flash=1")
        .map((text) => ({ Cookie: text })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom("Bearer", "Bearer x.y.z", "Basic eA==", "Bearer ..").map((text) => ({ Authorization: text })),
    },
  );
  return fc.tuple(method, target, body, odd, fc.constantFrom(...roles)).map(([verb, at, sent, headers, role]) => {
    const carries = verb !== "GET" && verb !== "HEAD" && verb !== "OPTIONS";
    return {
      method: verb,
      target: at,
      headers: { ...(ENDS_SESSIONS.has(path) ? {} : role.headers), ...headers, ...(carries && { "Content-Type": sent.type }) },
      body: carries ? sent.text : undefined,
    };
  });
}

/** A lone surrogate has no encoding; browsers send a replacement. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Deterministic for a seed. Addresses take turns, so that a short run covers each. */
export function* throwInputs(
  addresses: readonly Address[],
  { count, seed, known, roles }: { count: number; seed: number; known: readonly string[]; roles: readonly Role[] },
): Generator<Input> {
  const each = Math.ceil(count / addresses.length);
  const samples = addresses.map((address, i) => fc.sample(inputsFor(address, known, roles), { numRuns: each, seed: seed + i }));
  for (let round = 0; round < each; round++) {
    for (const sample of samples) {
      const input = sample[round];
      if (input) yield input;
    }
  }
}

/** A shop, and the origin that it accepts forms from. */
export type Target = { readonly url: string; readonly origin: string };

/** Sends inputs, some concurrently. @returns faults with their inputs, and inputs that blocked the shop */
export async function fuzz(
  { url, origin }: Target,
  inputs: Iterable<Input>,
  atOnce: number,
): Promise<{ tried: number; wrong: string[]; statuses: Record<string, number> }> {
  const wrong: string[] = [];
  const statuses: Record<string, number> = {};
  let tried = 0;
  const suspects: { readonly input: Input; readonly seconds: number }[] = [];
  const before = await readFigures(url);
  const queue = inputs[Symbol.iterator]();
  const work = async () => {
    for (let next = queue.next(); !next.done && wrong.length < 20; next = queue.next()) {
      const begun = performance.now();
      const seen = await send({ url, origin }, next.value).catch((error: unknown) => String(error));
      const seconds = (performance.now() - begun) / 1000;
      if (seconds > SUSPICIOUS_SECONDS) suspects.push({ input: next.value, seconds });
      tried += 1;
      if (typeof seen !== "string") statuses[seen.status] = (statuses[seen.status] ?? 0) + 1;
      const fault = typeof seen === "string" ? seen : faultIn(next.value, seen);
      if (fault !== undefined) wrong.push(`${fault}: ${JSON.stringify(next.value).slice(0, 600)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const growth = (await readFigures(url)).bytes - before.bytes;
  if (growth > MOST_GROWTH_BYTES) wrong.push(`the shop has grown by ${Math.round(growth / 1_000_000)} MB`);
  const slowest = suspects.toSorted((a, b) => b.seconds - a.seconds).map(({ input }) => input);
  const costly = await costlyAmong(url, slowest, (input) => send({ url, origin }, input).catch(() => undefined));
  wrong.push(...costly.map(({ seconds, asked }) => `busy for ${seconds} s: ${JSON.stringify(asked).slice(0, 600)}`));
  return { tried, wrong, statuses };
}

/** Node's client sends a path unchanged. */
function send({ url, origin }: Target, { method, target, headers, body }: Input): Promise<Seen> {
  const { hostname, port } = new URL(url);
  // Node omits it for some methods, and the body would be read as the next request.
  const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const asked = request(
      { hostname, port, method, path: target, headers: { Origin: origin, ...headers, ...length }, timeout: LONGEST_WAIT_MS },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on("data", (chunk: Buffer) => chunks.push(chunk));
        reply.once("end", () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks).toString("utf8") }),
        );
        reply.once("error", reject);
      },
    );
    asked.once("timeout", () => asked.destroy(new Error("no answer in time"))).once("error", reject);
    asked.end(body);
  });
}

/** Faults that no reply may have. */
function faultIn({ method, target }: Input, { status, headers, body }: Seen): string | undefined {
  if (status >= 500) return `a ${status}`;
  if (headers["x-content-type-options"] !== "nosniff") return "a reply that may be sniffed";
  if (headers["content-security-policy"] === undefined) return "a reply without a content policy";
  const cookies = [headers["set-cookie"] ?? []].flat();
  if (cookies.some((cookie) => cookie.startsWith("a=b"))) return "a header of the visitor's own";
  if (/\n\s+at .+\.(?:ts|tsx|js):\d+/.test(body)) return "a trace of the program";
  const location = [headers.location ?? ""].flat()[0] ?? "";
  if (location !== "" && new URL(location, HERE).origin !== HERE) return `a way to another site, ${location}`;
  const path = target.split("?")[0] ?? "";
  if (API_ADDRESS.test(path) && status >= 400 && method !== "HEAD" && !isFailure(body))
    return "a refusal that is no JSON of ours";
  return undefined;
}

function isFailure(body: string): boolean {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === "object" && read !== null && "error" in read && "message" in read;
  } catch {
    return false;
  }
}
