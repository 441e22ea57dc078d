import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aRegistration, registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { erasePerson } from "#features/accounts/server/profile/erase-person.ts";
import { linkToken } from "#features/accounts/server/sign-in/mail-links.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { refusedFor } from "#ui/forms/reply.fixture.ts";
import { action } from "./staff-invitation-page.tsx";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx({ RATE_LIMITS: "off" });
});
afterAll(() => ctx.close());

it("says so where no account can be opened with the address that was invited", async () => {
  const owner = await registered(ctx);
  await ctx.db.insertInto("admin_user").values({ id: owner.userId, role: "owner" }).execute();
  const { userId, email } = await registered(ctx);
  await ctx.db.updateTable("users").set({ email_verified: true }).where("id", "=", userId).execute();
  await ctx.db.transaction().execute((tx) => erasePerson(ctx, tx, userId, { retainContact: false, forGood: true }));
  const [id, now] = [randomUUID(), ctx.now()];
  const [sent, whose] = [
    { invited_at: now, sent_at: now },
    { email, invited_by: owner.userId },
  ];
  await ctx.db
    .insertInto("staff_invitations")
    .values({ id, role: "support", locale: "en", ...whose, ...sent, expires_at: new Date(now.getTime() + 86_400_000) })
    .execute();

  const { marketing: _, locale: __, ...fields } = aRegistration({ email });
  const body = new URLSearchParams({
    intent: "register",
    ...fields,
    confirmPassword: fields.password,
    token: linkToken(ctx, id),
  });
  const request = new Request("http://localhost:3000/staff-invitation", { method: "POST", body });
  const answer = await action({ request, context: requestContext(ctx), params: {} } as never);
  expect(answer).toMatchObject({ data: refusedFor("invitation.no_account"), init: { status: 409 } });
});
