/** Differences of two versions: every change is shown, and unchanged text is shortened. */
import { expect, it } from "vitest";
import { textChanges } from "./text-changes.ts";

const body = (text: string, title = "Refunds") => ({ lead: "Lead", sections: [{ id: "refunds", title, text }] });

it("lists added and removed words", () => {
  const long = "word ".repeat(200);
  const changes = textChanges(body(`You have 14 days. ${long}`), body(`You have 30 days. ${long}Always.`));
  expect(changes.filter(({ kind }) => kind !== "same")).toEqual([
    { kind: "removed", text: "14" },
    { kind: "added", text: "30" },
    { kind: "added", text: "Always." },
  ]);
  expect(changes.map(({ text }) => text).join("").length).toBeLessThan(700);
});

it("is empty without changes, and handles texts without common words", () => {
  expect(textChanges(body("Same"), body("Same"))).toEqual([]);
  const words = (front: string) => Array.from({ length: 12_000 / 8 }, (_, at) => `${front}${at}`).join(" ");
  const changes = textChanges(body(words("a"), "One"), body(words("b"), "Two"));
  expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(["same", "added", "removed"]));
});
