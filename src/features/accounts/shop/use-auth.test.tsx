/** Who is signed in, as components read it. */
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { AuthProvider, useAuth } from "./auth-provider.tsx";

function Status() {
  return useAuth().state.status;
}

it("is of no use outside its provider, and says so", () => {
  expect(() => renderToString(<Status />)).toThrow("useAuth must be used within an AuthProvider");
});

it.each(["loading", "signedOut", "recovery"] as const)("begins with what the server knows: %s", (initial) => {
  expect(
    renderToString(
      <AuthProvider initial={initial}>
        <Status />
      </AuthProvider>,
    ),
  ).toBe(initial);
});
