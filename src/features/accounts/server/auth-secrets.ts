/** The secrets that signed what is shown to us: today's, and while it is changed the one before. What we sign, we sign with today's. */
import { timingSafeEqual } from "node:crypto";
import type { Ctx } from "#platform/ctx.server.ts";

type Secrets = Pick<Ctx, "authSecret" | "previousAuthSecret">;

export function believedSecrets({ authSecret, previousAuthSecret }: Secrets): string[] {
  return previousAuthSecret === undefined ? [authSecret] : [authSecret, previousAuthSecret];
}

/** Whether `given` is what `sign` makes with one of them; takes the same time whatever is given. */
export function isSigned(ctx: Secrets, given: string, sign: (secret: string) => string): boolean {
  const bytes = Buffer.from(given);
  return believedSecrets(ctx).some((secret) => {
    const expected = Buffer.from(sign(secret));
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}
