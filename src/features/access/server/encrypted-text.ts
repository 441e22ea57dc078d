/**
 * Encrypts secrets that the database stores and the shop must read again: app secrets, webhook secrets.
 */
import { createHash, hkdfSync } from "node:crypto";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { bytesToHex, hexToBytes, managedNonce } from "@noble/ciphers/utils.js";
import type { Ctx } from "#platform/ctx.server.ts";

/** Each purpose has its own key, so that a value cannot be moved to another column. */
type Purpose = "second-factor-seal" | "webhook-secret";
type Keyed = Pick<Ctx, "lastingSecret">;

const cipher = managedNonce(xchacha20poly1305);

/** XChaCha20-Poly1305. Returns hex: nonce (24 bytes), ciphertext, tag (16 bytes). */
export function encryptText(ctx: Keyed, purpose: Purpose, text: string): string {
  return bytesToHex(cipher(keyOf(ctx, purpose)).encrypt(Buffer.from(text)));
}

/** Throws if the value was altered, or encrypted for another purpose or with another secret. */
export function decryptText(ctx: Keyed, purpose: Purpose, encrypted: string): string {
  return Buffer.from(cipher(keyOf(ctx, purpose)).decrypt(hexToBytes(encrypted))).toString();
}

/** The extra hash must stay: stored values were encrypted with it. */
function keyOf({ lastingSecret }: Keyed, purpose: Purpose): Uint8Array {
  const derived = Buffer.from(hkdfSync("sha256", lastingSecret, "", `concours:${purpose}`, 32)).toString("base64url");
  return createHash("sha256").update(derived).digest();
}
