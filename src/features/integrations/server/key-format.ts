/** API keys: `ck_live_` or `ck_test_`, 12 characters that name the key, 40 of secret and a checksum of 6. */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Ctx } from "#platform/ctx.server.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const NAME = 12;
const SECRET = 40;
const CHECK = 6;
const SHAPE = new RegExp(`^(ck_(?:live|test)_[0-9A-Za-z]{${NAME}})([0-9A-Za-z]{${SECRET}})([0-9A-Za-z]{${CHECK}})$`);

export type NewKey = { readonly key: string; readonly prefix: string };

/** Two keys have never been the same: 238 random bits. */
export function newKey({ random, env }: Pick<Ctx, "random" | "env">): NewKey {
  const prefix = `ck_${env.isDemo ? "test" : "live"}_${letters(random, NAME)}`;
  const body = prefix + letters(random, SECRET);
  return { key: body + checkOf(body), prefix };
}

/** The key that a form makes, however often it is sent: nobody without the secret of this shop finds it by the form's own key. */
export function keyOfForm(ctx: Pick<Ctx, "env" | "lastingSecret">, form: string): NewKey {
  let taken = 0;
  const random = (count: number) => {
    const from = taken;
    taken += count;
    return Buffer.from(hkdfSync("sha256", ctx.lastingSecret, form, "concours:api-key-of-form", taken)).subarray(from);
  };
  return newKey({ env: ctx.env, random });
}

/** The front of a key by which it is found; undefined for what was never one of ours. */
export function prefixOf(key: string): string | undefined {
  const [, prefix, secret, check] = SHAPE.exec(key) ?? [];
  return prefix !== undefined && check === checkOf(`${prefix}${secret}`) ? prefix : undefined;
}

/** As it is kept: whoever has the tables alone can neither use nor try keys. */
export function hashKey({ lastingSecret }: Pick<Ctx, "lastingSecret">, key: string): Buffer {
  return createHmac("sha256", Buffer.from(hkdfSync("sha256", lastingSecret, "", "concours:api-key", 32)))
    .update(key)
    .digest();
}

/** Takes the same time whichever it is. */
export function isKey(ctx: Pick<Ctx, "lastingSecret">, key: string, hash: Buffer): boolean {
  return timingSafeEqual(hashKey(ctx, key), hash);
}

/** The check sum of GitHub's tokens: CRC-32 in six characters. */
function checkOf(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let i = 0; i < CHECK; i++) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

/** Bytes beyond a multiple of 62 would make some characters likelier: they are drawn again. */
function letters(random: Ctx["random"], count: number): string {
  const most = 256 - (256 % ALPHABET.length);
  let text = "";
  while (text.length < count)
    for (const byte of random(count)) if (byte < most && text.length < count) text += ALPHABET[byte % ALPHABET.length];
  return text;
}
