/** For tests: people who register. */
import { RouterContextProvider } from "react-router";
import type { Ctx } from "#platform/ctx.server.ts";
import { clientAddressKey, ctxKey, localeKey } from "#platform/request/request.server.ts";
import type { Actor } from "./actor.ts";
import { type Device, newSession } from "./new-session.ts";
import { findVisitor } from "./read-session.ts";
import { type Registration, register } from "./register.ts";
import { insertSession } from "./store.ts";

export const DEVICE: Device = { address: "203.0.113.7", userAgent: "tests" };
export const PASSWORD = "Blue7Harbour";

let people = 0;

/** Somebody whom nobody else is. */
export function aRegistration(change: Partial<Registration> = {}): Registration {
  people += 1;
  return {
    email: `amelia.${people}@example.com`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    firstName: "Amelia",
    lastName: "Hart",
    phone: "+44 7700 900123",
    birthDate: "1990-05-17",
    marketing: false,
    locale: "en",
    ...change,
  };
}

/** Registers somebody, and throws where that is refused. */
export async function registered(ctx: Ctx, change: Partial<Registration> = {}) {
  const registration = aRegistration(change);
  const result = await register(ctx, registration, DEVICE);
  if (!result.ok) throw new Error(result.error);
  return { ...result.value, email: registration.email };
}

/** An administrator who has just given the password, whatever time it is. */
export function provenAdmin(ctx: Pick<Ctx, "now">, id: string) {
  return {
    kind: "admin",
    id,
    get provedAt() {
      return ctx.now();
    },
  } as const satisfies Actor;
}

/** Somebody in a session that has just begun, as use-cases are told of who asks. */
export async function justSignedIn(ctx: Ctx, userId: string) {
  const session = newSession(ctx, userId, DEVICE);
  await ctx.db.transaction().execute((tx) => insertSession(tx, session, ctx.now()));
  const visitor = await findVisitor(ctx, { token: session.token });
  if (!visitor) throw new Error("nobody is signed in");
  return visitor;
}

/** Ends what an erased account still has of its sign-in, for a test that has erased no more than the row. */
export async function forgetSignIn({ db }: Ctx, userId: string): Promise<void> {
  await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
  await db.deleteFrom("credentials").where("user_id", "=", userId).execute();
}

/** What http.ts hands to loaders and actions. */
export function requestContext(ctx: Ctx, address = DEVICE.address): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(ctxKey, ctx);
  context.set(localeKey, "en");
  context.set(clientAddressKey, address);
  return context;
}
