/** Time-stamps made with openssl: valid ones are accepted, and all others refused. */
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type OpensslAuthority, opensslAuthority } from "../../test/openssl-authority.fixture.ts";
import { TIMESTAMP_ROOTS } from "./roots.ts";
import { type TimestampCheck, verifyTimestamp } from "./token.ts";
import { timestampRequest, tokenIn, trustedRoots } from "./witness.ts";

const HASH = "ab".repeat(32);
const NONCE = "c0ffee00c0ffee00";

function stamped(authority: OpensslAuthority, hash = HASH, nonce = NONCE): Uint8Array {
  const token = tokenIn(authority.reply(timestampRequest(hash, nonce)));
  if (!token) throw new Error("openssl granted no token");
  return token;
}
const check = (token: Uint8Array, authority: OpensslAuthority, hash = HASH): Promise<TimestampCheck> =>
  verifyTimestamp({ token, hash, roots: [authority.root], nonce: NONCE });
/** Shifts the token's time by a number of days. */
const saying = (days: number) => (content: Buffer) => {
  const at = new Date(Date.now() + days * 86_400_000).toJSON().replace(/\D/g, "").slice(0, 14);
  return Buffer.from(content.toString("latin1").replace(/\d{14}(?=Z)/, at), "latin1");
};

let rsa: OpensslAuthority;
let other: OpensslAuthority;
let token: Uint8Array;
beforeAll(() => {
  [rsa, other] = [opensslAuthority({ key: "rsa" }), opensslAuthority()];
  token = stamped(rsa);
});

describe("a time-stamp by openssl", () => {
  it.each([
    ["an RSA key", { key: "rsa" }],
    ["an elliptic key", {}],
    ["an authority between it and the root", { between: "ca" }],
  ] as const)("with %s is accepted, and openssl agrees", async (_, options) => {
    const authority = opensslAuthority(options);
    const made = stamped(authority);
    authority.verify(made, HASH);
    const result = await check(made, authority);
    expect(result).toMatchObject({ ok: true, value: { authority: "Tests · authority", root: "Tests · Root" } });
    if (!result.ok) return;
    expect(Math.abs(result.value.at - Date.now())).toBeLessThan(60_000);
    // The authority's accuracy of 1.5 s, and its tenth of a millisecond, rounded up.
    expect(result.value.latest - result.value.at).toBe(1501);
  });

  it.each(["c0ffee00c0ffee00", "00c0ffee00c0ffee", "7fffffffffffffff", "0000000000000080", "0000000000000001"])(
    "answers the number %s of its request",
    async (nonce) => {
      const made = stamped(rsa, HASH, nonce);
      expect(await verifyTimestamp({ token: made, hash: HASH, roots: [rsa.root], nonce })).toMatchObject({ ok: true });
    },
  );

  it.each([
    ["other_hash", "another hash", () => check(token, rsa, "ac".repeat(32))],
    [
      "other_nonce",
      "the number of another request",
      () => verifyTimestamp({ token, hash: HASH, roots: [rsa.root], nonce: "01" }),
    ],
    ["unknown_authority", "a root that is not its own", () => check(token, other)],
    ["unknown_authority", "the roots of the world", () => verifyTimestamp({ token, hash: HASH, roots: trustedRoots() })],
    ["unknown_authority", "no root at all", () => verifyTimestamp({ token, hash: HASH, roots: [] })],
  ])("is refused as %s with %s", async (error, _, run) => {
    expect(await run()).toEqual({ ok: false, error });
  });

  it.each([
    ["no_authority", { use: "no_ca" }],
    ["no_authority", { use: "tsa_uncritical" }],
    ["no_authority", { use: "tsa_and_more" }],
    ["unknown_authority", { use: "tsa_with_a_riddle" }],
    ["unknown_authority", { hash: "sha1" }],
    ["unknown_authority", { between: "no_ca" }],
    ["unknown_authority", { between: "ca_of_code" }],
    ["unknown_authority", { between: "ca_of_lists" }],
  ] as const)("is refused as %s with the certificates %j", async (error, options) => {
    const authority = opensslAuthority(options);
    expect(await check(authority.signAgain(token, saying(0)), authority)).toEqual({ ok: false, error });
  });

  it.each([
    ["is taken while all certificates are valid", 0, {}, true],
    ["is taken by way of another authority", 0, { between: "ca" }, true],
    ["is refused from before they were", -1, {}, false],
    ["is refused once the authority's own is over", 22, {}, false],
    ["is refused once that of its root is over", 35, { days: 40 }, false],
  ] as const)("that is signed by the proper authority %s", async (_, days, options, ok) => {
    const authority = opensslAuthority(options);
    const made = authority.signAgain(token, saying(days));
    expect(await check(made, authority)).toMatchObject(ok ? { ok } : { ok, error: "unknown_authority" });
  });

  it("is refused if it uses another hash, is no time-stamp, or does not name its certificate", async () => {
    const sha3 = (content: Buffer) =>
      Buffer.from(content.toString("hex").replace("608648016503040201", "608648016503040208"), "hex");
    expect(await check(rsa.signAgain(token, sha3), rsa)).toEqual({ ok: false, error: "other_hash" });
    const data = rsa.signAgain(token, undefined, { type: "1.2.840.113549.1.7.1" });
    expect(await check(data, rsa)).toEqual({ ok: false, error: "malformed" });
    const nameless = rsa.signAgain(token, undefined, { isNamed: false });
    expect(await check(nameless, rsa)).toEqual({ ok: false, error: "bad_signature" });
  });

  it("is never accepted with one altered bit", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: token.length - 1 }), fc.nat({ max: 7 }), async (at, bit) => {
        const altered = token.slice();
        altered[at] = (altered[at] ?? 0) ^ (1 << bit);
        const result = await check(altered, rsa);
        // Bytes without a signature, such as unused parameters of an algorithm, may change; the result may
        // not.
        if (result.ok) expect(result).toEqual(await check(token, rsa));
      }),
      { numRuns: 100 },
    );
  });

  it("is never accepted with its time, hash or certificate exchanged", async () => {
    const text = Buffer.from(token).toString("latin1");
    const time = /\d{14}Z/.exec(text.slice(0, 300))?.[0] ?? "";
    const earlier = Buffer.from(text.replace(time, `2020${time.slice(4)}`), "latin1");
    expect(await check(earlier, rsa)).toEqual({ ok: false, error: "bad_signature" });
    const about = Buffer.from(text.replace(Buffer.from(HASH, "hex").toString("latin1"), "x".repeat(32)), "latin1");
    expect(await check(about, rsa, Buffer.from("x".repeat(32)).toString("hex"))).toEqual({ ok: false, error: "bad_signature" });
  });

  it.each([0, 1, 100])("is no token with %d random bytes", async (size) => {
    expect(await check(randomBytes(size), rsa)).toEqual({ ok: false, error: "malformed" });
    expect(tokenIn(randomBytes(size))).toBeUndefined();
  });
});

it("the trusted roots are complete certificates of authorities", async () => {
  expect(trustedRoots().map((der) => der.length > 500)).toEqual(TIMESTAMP_ROOTS.map(() => true));
});
