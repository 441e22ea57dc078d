/** The file of the journal: unknown formats and parts. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { registered, requestContext } from "#features/accounts/server/accounts.fixture.ts";
import { sessionCookie } from "#features/accounts/server/sessions/session-cookie.ts";
import { type TestCtx, testCtx } from "#platform/ctx.fixture.ts";
import { get as loader } from "./journal-csv-route.ts";

let ctx: TestCtx;
let cookie: string;
beforeAll(async () => {
  ctx = await testCtx();
  const { userId, sessionToken } = await registered(ctx);
  await ctx.db.insertInto("admin_user").values({ id: userId }).execute();
  cookie = sessionCookie(ctx, sessionToken).split(";")[0] ?? "";
});
afterAll(() => ctx.close());

it.each(["format=sage", "part=0", "part=10", "part=1.5", "part=d5075934-a973-43e6-a806-ad912515839a", "part="])(
  "answers ?%s with status 404, without a page",
  async (query) => {
    const request = new Request(`http://localhost:3000/admin/journal.csv?${query}`, { headers: { cookie } });
    const loading = loader({ request, context: requestContext(ctx), params: {} } as never);
    // A route without a page sends a thrown value as it is, so it must be a Response.
    const thrown = await Promise.resolve(loading).catch((reply: unknown) => reply);
    expect(thrown).toBeInstanceOf(Response);
    expect((thrown as Response).status).toBe(404);
  },
);
