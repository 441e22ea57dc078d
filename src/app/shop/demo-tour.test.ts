import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { ADMIN, FINANCE, PLAYER } from "#demo/people.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { ctxKey } from "#platform/request/request.server.ts";
import { loader, SIGN_INS } from "./demo-tour-page.tsx";

const visit = (isDemo: boolean) => {
  const context = new RouterContextProvider();
  context.set(ctxKey, { env: { isDemo } } as Ctx);
  const url = new URL("http://localhost:3000/demo/tour");
  return () => loader({ request: new Request(url), url, params: {}, context, pattern: "/demo/tour" });
};

it("exists in the demonstration only", () => {
  expect(visit(true)()).toBeNull();
  expect(visit(false)).toThrow(expect.objectContaining({ init: { status: 404 } }));
});

it("names the demonstration's own accounts", () => {
  const account = ({ email, password }: { email: string; password: string }) => [email, password];
  expect(SIGN_INS).toEqual({ player: account(PLAYER), admin: account(ADMIN), finance: account(FINANCE) });
});
