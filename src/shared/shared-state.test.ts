import { expect, it, vi } from "vitest";
import { formatTicketNumber, setTicketFront } from "./ids.ts";
import { setLanguages } from "./language/languages.ts";
import { offeredLanguages } from "./language/locale.ts";

it("two copies of a module know the same ticket front and the same languages", async () => {
  vi.resetModules();
  const [ids, locale] = await Promise.all([import("./ids.ts"), import("./language/locale.ts")]);
  expect(locale.offeredLanguages).not.toBe(offeredLanguages);
  setTicketFront("AUR");
  setLanguages([...offeredLanguages(), { locale: "qaa", tag: "en-GB", name: "Other" }]);
  expect([ids.formatTicketNumber(1, 2), locale.offeredLanguages("qaa").length]).toEqual(["AUR-0001-000002", 3]);
  setTicketFront("CONC");
  setLanguages(offeredLanguages("qaa").slice(0, 2));
  expect(formatTicketNumber(1, 2)).toBe("CONC-0001-000002");
});
