/** People, sessions and request contexts for tests. */
import { RouterContextProvider } from "react-router";
import type { Actor } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { clientAddressKey, ctxKey, localeKey } from "#platform/request/request.server.ts";
import { type Registration, register } from "./profile/register.ts";
import { type Device, newSession } from "./sessions/new-session.ts";
import { findVisitor } from "./sessions/read-session.ts";
import { insertSession } from "./sessions/store.ts";

/** The device of all test sign-ins. */
export const DEVICE: Device = { address: "203.0.113.7", userAgent: "tests" };
/** The password of all test accounts. */
export const PASSWORD = "Blue7Harbour";

let people = 0;

/** Registration data of Amelia Hart, born 1990, with an address of her own. `change` replaces fields. */
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

/** Registers a person with password `PASSWORD`. Returns user id, session token and address. */
export async function registered(ctx: Ctx, change: Partial<Registration> = {}) {
  const registration = aRegistration(change);
  const result = await register(ctx, registration, DEVICE);
  if (!result.ok) throw new Error(result.error);
  return { ...result.value, email: registration.email };
}

/** An administrator whose re-authentication is always fresh. */
export function reauthedAdmin(ctx: Pick<Ctx, "now">, id: string) {
  return {
    kind: "admin",
    id,
    get reauthAt() {
      return ctx.now();
    },
  } as const satisfies Actor;
}

/** The visitor of a new session, as use-cases receive it. */
export async function justSignedIn(ctx: Ctx, userId: string) {
  const session = newSession(ctx, userId, DEVICE);
  await ctx.db.transaction().execute((tx) => insertSession(tx, session, ctx.now()));
  const visitor = await findVisitor(ctx, { token: session.token });
  if (!visitor) throw new Error("no visitor is signed in");
  return visitor;
}

/** Deletes the sign-in data of an account, for tests that only mark the row as erased. */
export async function forgetSignIn({ db }: Ctx, userId: string): Promise<void> {
  await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
  await db.deleteFrom("credentials").where("user_id", "=", userId).execute();
}

/** The context that http.ts passes to loaders and actions. */
export function requestContext(ctx: Ctx, address = DEVICE.address): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(ctxKey, ctx);
  context.set(localeKey, "en");
  context.set(clientAddressKey, address);
  return context;
}
