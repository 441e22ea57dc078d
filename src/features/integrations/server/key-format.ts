/** API keys: `ck_live_` or `ck_test_`, an id of 12 characters, a secret of 40, and a checksum of 6. */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Ctx } from "#platform/ctx.server.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 12;
const SECRET_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(
  `^(ck_(?:live|test)_[0-9A-Za-z]{${ID_LENGTH}})([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

export type NewKey = { readonly key: string; readonly prefix: string };

/** A new key. The secret's 238 random bits make it unique. */
export function newKey({ random, env }: Pick<Ctx, "random" | "env">): NewKey {
  const prefix = `ck_${env.isDemo ? "test" : "live"}_${randomCharacters(random, ID_LENGTH)}`;
  const body = prefix + randomCharacters(random, SECRET_LENGTH);
  return { key: body + checksumOf(body), prefix };
}

/** Derived from the form's key and the shop's secret, so that a repeated request returns the same key. */
export function keyOfForm(ctx: Pick<Ctx, "env" | "lastingSecret">, form: string): NewKey {
  // Each call returns the next bytes: longer HKDF output begins with the shorter one.
  let used = 0;
  const random = (count: number) => {
    const from = used;
    used += count;
    return Buffer.from(hkdfSync("sha256", ctx.lastingSecret, form, "concours:api-key-of-form", used)).subarray(from);
  };
  return newKey({ env: ctx.env, random });
}

/** The prefix that identifies a key; undefined for a malformed one. */
export function prefixOf(key: string): string | undefined {
  const [, prefix, secret, check] = SHAPE.exec(key) ?? [];
  return prefix !== undefined && check === checksumOf(`${prefix}${secret}`) ? prefix : undefined;
}

/** The stored hash. Without the shop's secret, it allows neither use nor guessing. */
export function hashKey({ lastingSecret }: Pick<Ctx, "lastingSecret">, key: string): Buffer {
  return createHmac("sha256", Buffer.from(hkdfSync("sha256", lastingSecret, "", "concours:api-key", 32)))
    .update(key)
    .digest();
}

/** Compares in constant time. */
export function isKey(ctx: Pick<Ctx, "lastingSecret">, key: string, hash: Buffer): boolean {
  return timingSafeEqual(hashKey(ctx, key), hash);
}

/** The checksum of GitHub's tokens: CRC-32 in six characters. */
function checksumOf(body: string): string {
  let remainder = crc32(body);
  let text = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = ALPHABET[remainder % ALPHABET.length] + text;
    remainder = Math.floor(remainder / ALPHABET.length);
  }
  return text;
}

/** Characters of equal likelihood: bytes from the largest multiple of 62 on are rejected. */
function randomCharacters(random: Ctx["random"], count: number): string {
  const firstRejected = 256 - (256 % ALPHABET.length);
  let text = "";
  while (text.length < count)
    for (const byte of random(count)) if (byte < firstRejected && text.length < count) text += ALPHABET[byte % ALPHABET.length];
  return text;
}
