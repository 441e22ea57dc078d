import { expect, it } from "vitest";
import { daysLeft, fileName, isOpenPdf, stageOf, uploadedTypeOf } from "./evidence.ts";

it.each([
  ["2026-12-02T12:00:00Z", 3],
  ["2026-12-02T11:59:59Z", 2],
  ["2026-11-29T12:00:01Z", 0],
  ["2026-11-29T11:59:59Z", -1],
])("evidence due at %s has %i whole days left at noon on 29 November", (due, days) => {
  expect(daysLeft(new Date(due), new Date("2026-11-29T12:00:00Z"))).toBe(days);
});

it.each([
  ["%PDF-1.7", "pdf"],
  ["\xff\xd8\xff\xe0", "picture"],
  ["\x89PNG\r\n\x1a\n", "picture"],
  ["GIF89a", undefined],
  ["RIFF\0\0\0\0WEBP", undefined],
  [" %PDF-1.7", undefined],
  ["", undefined],
])("a file that begins with %j is of the type %s", (start, type) => {
  expect(uploadedTypeOf(Buffer.from(start, "latin1"))).toBe(type);
});

it.each([
  ["%PDF-1.7 … %%EOF\n", true],
  ["%PDF-1.7 …", false],
  ["%PDF-1.7 /Encrypt 5 0 R %%EOF", false],
  ["%PDF-1.7 /Encrypt<< /V 2 >> %%EOF", false],
  ["%PDF-1.7 /EncryptMetadata false %%EOF", true],
])("whether the bank can open %j: %s", (text, isOpen) => {
  expect(isOpenPdf(Buffer.from(text, "latin1"))).toBe(isOpen);
});

it.each([
  ["C:\\scans\\reçu.pdf", "reçu.pdf"],
  ["../../etc/passwd", "passwd"],
  ["a\u0000b\u202e.pdf", "ab.pdf"],
  ["  ", "file"],
  [`${"x".repeat(200)}.pdf`, `${"x".repeat(116)}.pdf`],
])("the name %j is stored as %j", (typed, stored) => {
  expect(fileName(typed)).toBe(stored);
});

it("an inquiry and the dispute that it becomes each have evidence of their own", () => {
  expect((["inquiry", "closed", "open", "won", "lost"] as const).map(stageOf)).toEqual([
    ...["inquiry", "inquiry", "dispute", "dispute", "dispute"],
  ]);
});
