import { globSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { NumberField } from "./number-field.tsx";

it("keeps the typed text, with a fitting on-screen keyboard", () => {
  const html = renderToStaticMarkup(
    <NumberField label="Price" name="price" inputMode="decimal" defaultValue="29,99" problemOf={() => undefined} error="No" />,
  );
  expect(html).toMatch(/<input type="text"[^>]*value="29,99"/);
  expect(html).toContain('inputMode="decimal"');
  expect(html).toContain("No");
});

it("no screen uses the browser's own number field", () => {
  const screens = globSync("{src,packages}/**/*.tsx").filter((path) => !path.endsWith(".test.tsx"));
  expect(screens.length).toBeGreaterThan(100);
  const own = screens.filter((path) => /type(?:=|: )"number"/.test(readFileSync(path, "utf8").replace(/\/\*\*.*?\*\//gs, "")));
  expect(own).toEqual([]);
});
