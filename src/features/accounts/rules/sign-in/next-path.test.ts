import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextPath, pageAddress, withNext } from "./next-path.ts";

describe("where to go after signing in", () => {
  it.each([
    ["/", "/"],
    ["/prize", "/prize"],
    ["/lottery/7f1?quantity=25", "/lottery/7f1?quantity=25"],
    ["/#faq", "/#faq"],
    ["/profile?tab=tickets#stubs", "/profile?tab=tickets#stubs"],
    ["/a/../prize", "/prize"],
    ["/search?q=https%3A%2F%2Fexample.com", "/search?q=https%3A%2F%2Fexample.com"],
    ["/loginary", "/loginary"],
  ])("follows %s", (next, expected) => {
    expect(nextPath(next)).toBe(expected);
  });

  it.each([
    undefined,
    null,
    "",
    "prize",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "/%2fevil.example",
    "/%2Fevil.example",
    "/%5cevil.example",
    "/%09/evil.example",
    "/%0d%0aSet-Cookie:x",
    "/.//evil.example",
    "/x/..//evil.example",
    "/%2e//evil.example",
    "/x\\..\\..//evil",
    "/a b",
    "/login",
    "/login?next=/login",
    "/register/",
    "/logout",
    `/${"a".repeat(2000)}`,
  ])("%j redirects home", (next) => {
    expect(nextPath(next)).toBe("/");
  });

  it("never leaves the site, and is idempotent", () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        "/",
        "\\",
        ".",
        ":",
        "@",
        "?",
        "#",
        "%",
        "2",
        "5",
        "f",
        "c",
        "e",
        "\t",
        "\n",
        " ",
        "a",
        "\u00a0",
        "ä",
      ),
    });
    fc.assert(
      fc.property(nasty, (text) => {
        const path = nextPath(`/${text}`);
        expect(new URL(path, "https://shop.example").origin).toBe("https://shop.example");
        expect(path).toMatch(/^\/(?![/\\])/);
        expect(nextPath(path)).toBe(path);
      }),
      { numRuns: 2000 },
    );
  });
});

it("the path to continue at is preserved between signing in and registering", () => {
  expect(withNext("/register", "/lottery/7f1?quantity=25")).toBe("/register?next=%2Flottery%2F7f1%3Fquantity%3D25");
  expect(withNext("/login", "/")).toBe("/login");
});

it.each([
  ["/quiz/7f1?quantity=25", "/quiz/7f1?quantity=25"],
  ["/quiz/7f1.data?quantity=25&_routes=shop-layout%2C..%2Fquiz-page", "/quiz/7f1?quantity=25"],
  ["/profile.data?tab=details&edit=1", "/profile?tab=details&edit=1"],
  ["/profile.data?_routes=profile-page", "/profile"],
  ["/_root.data", "/"],
  ["/prize/_.data", "/prize/"],
  ["/profile", "/profile"],
])("a request for %s belongs to the page %s", (request, page) => {
  expect(pageAddress(`http://localhost:3000${request}`)).toBe(page);
});
