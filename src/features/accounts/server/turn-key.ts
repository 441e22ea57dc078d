/** The name under which turns are counted: nobody's address or e-mail stands in the table. */
import { createHash } from "node:crypto";
import type { RateLimitName } from "../rules/rate-limits.ts";

export function turnKey(name: RateLimitName, who: string): string {
  return `${name}:${createHash("sha256").update(who).digest("base64url")}`;
}
