/** Signatures of Standard Webhooks (https://www.standardwebhooks.com), and the secrets that they are made with. */
import { createHmac, hkdfSync } from "node:crypto";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import type { Ctx } from "#platform/ctx.server.ts";

const PREFIX = "whsec_";

/** 192 bits, as the standard asks for; what both sides keep. */
export function newSecret({ random }: Pick<Ctx, "random">): string {
  return PREFIX + random(24).toString("base64");
}

export type Message = { readonly id: string; readonly at: Date; readonly body: string };

/** `secrets`: each signs, so that a receiver may have either. */
export function signMessage({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(PREFIX, ""), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signed.join(" ") };
}

type Keyed = Pick<Ctx, "lastingSecret">;

/** Nobody signs who has the tables alone. */
export async function sealSecret(ctx: Keyed, secret: string): Promise<string> {
  return symmetricEncrypt({ key: keyOf(ctx), data: secret });
}

export async function openSecret(ctx: Keyed, sealed: string): Promise<string> {
  return symmetricDecrypt({ key: keyOf(ctx), data: sealed });
}

function keyOf({ lastingSecret }: Keyed): string {
  return Buffer.from(hkdfSync("sha256", lastingSecret, "", "concours:webhook-secret", 32)).toString("base64url");
}
