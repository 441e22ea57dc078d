import { describe, expect, it } from "vitest";
import { listOf } from "#features/mail/rules/recipient-selection.ts";
import { hasTooManyParts, hasTooMuchJson, parseFields } from "./body-limits.ts";
import { readForm } from "./body.server.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("the fields of a form", () => {
  it.each([
    ["email=a%40b.example&password=x+y", { email: "a@b.example", password: "x y" }],
    ["", {}],
    ["note=a%00b%0&note_fr=%00", { note: "ab%0", note_fr: "" }],
    ["__intent__=1&title_fr=x&a.b.c=1&List-Unsubscribe=One-Click", { title_fr: "x", "a.b.c": "1" }],
  ])("%j are read", (text, fields) => {
    expect(Object.fromEntries(parseFields(text) ?? [])).toMatchObject(fields);
  });

  it.each([
    ["an index", "email[99999999]=x"],
    ["an index that is encoded", "email%5B1000000%5D=x"],
    ["a list", "email[]=x"],
    ["thirty thousand dots", `${".".repeat(30_000)}=x`],
    ["thirty thousand levels", `${"a.".repeat(30_000)}a=x`],
    ["four levels", "a.b.c.d=x"],
    ["a name of 65 letters", `${"a".repeat(65)}=x`],
    ["no name", "=x"],
    ["what no name holds", "a b=x"],
    ["__proto__", "__proto__=x"],
    ["__proto__ further down", "a.__proto__.b=x"],
    ["constructor", "constructor.prototype=x"],
    ["201 of them", `${"a=1&".repeat(200)}a=1`],
    ["a hundred thousand that are empty", "&".repeat(100_000)],
    ["JSON", '{"email":"x"}'],
  ])("are refused: %s", (_name, text) => {
    expect(parseFields(text)).toBeUndefined();
  });
});

describe("a body of several parts", () => {
  const parts = (count: number) =>
    bytes(`${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(count)}--b--\r\n`);

  it.each([
    [0, false],
    [200, false],
    [201, true],
    [100_000, true],
  ])("of %i: too many is %s", (count, tooMany) => {
    expect(hasTooManyParts(parts(count))).toBe(tooMany);
  });

  it("is refused whatever boundaries its header names", async () => {
    for (const named of ["x-boundary=none; boundary=b", 'boundary="b"', "boundary=b ; charset=utf-8"]) {
      const headers = { "Content-Type": `multipart/form-data; ${named}` };
      const request = new Request("http://localhost/", { method: "POST", headers, body: parts(201) });
      expect(await readForm(request, 1_000_000)).toBeUndefined();
    }
  });
});

describe("JSON", () => {
  it.each([
    ["what the shop is sent", '{"lotteryId":"x","tickets":{"quantity":1,"unitPrice":2.5}}', false],
    ["32 levels", "[".repeat(32) + "]".repeat(32), false],
    ["33 levels", "[".repeat(33) + "]".repeat(33), true],
    ["33 levels of objects", '{"a":'.repeat(33), true],
    ["brackets in a text", JSON.stringify("[".repeat(1000)), false],
    ["brackets behind a quote in a text", JSON.stringify(`\\"${'"['.repeat(1000)}`), false],
    ["a text without an end", '"[[[', false],
    ["thirty thousand levels", "[".repeat(30_000), true],
    ["many beside each other", `[${"[],".repeat(1000)}[]]`, false],
    ["a hundred thousand people", `[${'{"id":"x","email":"a,b"},'.repeat(100_000)}{}]`, false],
    ["two million numbers", `[${"1,".repeat(2_000_000)}1]`, true],
  ])("%s", (_name, text, deep) => {
    expect(hasTooMuchJson(text)).toBe(deep);
  });
});

describe("a list of at most a hundred thousand texts", () => {
  const texts = listOf(100_000, (entry) => typeof entry === "string");

  it.each([
    ["as many", Array(100_000).fill("x"), 0],
    ["one more", Array(100_001).fill("x"), 1],
    ["nothing but numbers", Array(100_000).fill(1), 1],
    ["no list", "x", 1],
  ])("%s: complaints", (_name, list, complaints) => {
    expect(texts.safeParse(list).error?.issues ?? []).toHaveLength(complaints);
  });
});
