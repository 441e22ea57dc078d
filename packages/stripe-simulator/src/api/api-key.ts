/** Who may call: the bearer of the one test key, as `Authorization: Bearer` or as the user name of Basic. */
import { timingSafeEqual } from "node:crypto";
import { StripeError } from "./stripe-error.ts";

/** Returns a check of the `Authorization` header that throws Stripe's 401. */
export function requireKey(secretKey: string): (authorization: string | undefined) => void {
  const wanted = Buffer.from(secretKey);
  return (authorization) => {
    const key = readKey(authorization);
    if (key === undefined) {
      const message =
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
      throw new StripeError(401, { type: "invalid_request_error", message });
    }
    const given = Buffer.from(key);
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
    throw new StripeError(401, {
      type: "invalid_request_error",
      message: `Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`,
    });
  };
}

function readKey(authorization = ""): string | undefined {
  const [scheme = "", value = ""] = authorization.split(" ", 2);
  if (/^bearer$/i.test(scheme)) return value === "" ? undefined : value;
  if (!/^basic$/i.test(scheme)) return undefined;
  const [user = ""] = Buffer.from(value, "base64").toString("utf8").split(":", 1);
  return user === "" ? undefined : user;
}
