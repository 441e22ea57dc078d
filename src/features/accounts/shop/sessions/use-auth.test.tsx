import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { AuthProvider, useAuth } from "./auth-provider.tsx";

function Status() {
  return useAuth().state.status;
}

it("throws outside its provider", () => {
  expect(() => renderToString(<Status />)).toThrow("useAuth must be used within an AuthProvider");
});

it.each(["loading", "signedOut", "recovery"] as const)("starts with the server's state: %s", (initial) => {
  expect(
    renderToString(
      <AuthProvider initial={initial}>
        <Status />
      </AuthProvider>,
    ),
  ).toBe(initial);
});
