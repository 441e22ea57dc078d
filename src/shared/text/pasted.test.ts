import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pastedCode, pastedEmail, pastedId, pastedPhone, pastedUrl, plainPaste } from "./pasted.ts";

describe("pasted text", () => {
  it.each([
    ["\u202A+44 7700 900123\u202C", "+44 7700 900123"],
    ["\u206807700\u00a0900\u202f123\u2069\uFE0F", "07700 900 123"],
    ["VIP\u20117KQM\u2013R2XD\u2014\u2212", "VIP-7KQM-R2XD--"],
    ["１２３　ＡＢ", "123 AB"],
    ["\uFEFFso\u00ADft\u200B", "soft"],
    ["“O’Hara”", '"O\'Hara"'],
    ["two\r\nlines\u2028more", "two lines more"],
  ])("%j is typed %j", (pasted, plain) => {
    expect(plainPaste(pasted)).toBe(plain);
  });

  it("cleaning is idempotent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        for (const clean of [plainPaste, pastedId, pastedCode, pastedPhone, pastedEmail, pastedUrl]) {
          const once = clean(text);
          expect(once).not.toMatch(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD\p{Cc}]/u);
        }
        expect(plainPaste(plainPaste(text))).toBe(plainPaste(text));
      }),
    );
  });
});

it.each([
  ["‘pi_3Qx’.", "pi_3Qx"],
  ["<cs_test_a1>", "cs_test_a1"],
  ["«KXTM–47GQ»,", "KXTM-47GQ"],
  ["(CONC‑0042‑000137)", "CONC-0042-000137"],
  ["*7KQM*", "7KQM"],
])("the identifier of %j is %j", (pasted, id) => {
  expect(pastedId(pasted)).toBe(id);
});

it.each([
  ["\u200Ehttps://crm.example/hook\u200B", "https://crm.example/hook"],
  ["<https://crm.example/hook?a=b>,", "https://crm.example/hook?a=b"],
  ["“https://crm.example/”", "https://crm.example/"],
  ["  https://crm.example/a-b_c~d.\n", "https://crm.example/a-b_c~d"],
  ["crm.example", "crm.example"],
])("the web address of %j is %j", (pasted, url) => {
  expect(pastedUrl(pasted)).toBe(url);
});

it.each([
  ["123 456", "123456"],
  ["123–456.", "123456"],
  ["１２３４５６", "123456"],
  ["“7kmq-x2rd-9fhw”", "7kmqx2rd9fhw"],
  ["١٢٣ ٤٥٦", "123456"],
])("the code of %j is %j", (pasted, code) => {
  expect(pastedCode(pasted)).toBe(code);
});

it.each([
  ["tel:+447700900123", "+447700900123"],
  ["tel://07700900123", "07700900123"],
  ["07700 900123 (mobile)", "07700 900123"],
  ["Mobile: 07700 900123.", "07700 900123"],
  ["“(020) 7946–0000”;", "(020) 7946-0000"],
  ["+44 (0)7700 900123", "+44 (0)7700 900123"],
  ["Tél. : 06 12 34 56 78", "06 12 34 56 78"],
  ["M: 07700 900123", "07700 900123"],
  ["Phone number: 07700 900123", "07700 900123"],
  ["📱 07700 900123 📞", "07700 900123"],
  ["whatsapp:+447700900123", "+447700900123"],
  ["(+44) 7700 900123", "+44 7700 900123"],
  ["+44 7700 900123 – mobile", "+44 7700 900123"],
  ["07700 900123 [home]", "07700 900123"],
  ['="07700900123"', "07700900123"],
  ["07700 900123 ext. 4", "07700 900123 ext. 4"],
  ["call me", "call me"],
])("the number of %j is %j", (pasted, phone) => {
  expect(pastedPhone(pasted)).toBe(phone);
});

it.each([
  ["<tom@example.com>", "tom@example.com"],
  ["Tom Hart <Tom@example.com>,", "Tom@example.com"],
  ["“Hart, Tom” <mailto:tom@example.com>;", "tom@example.com"],
  ["mailto:tom%2Bcars@example.com?subject=Hello", "tom+cars@example.com"],
  ["tom@example.com.", "tom@example.com"],
  ["'tom@example.com'", "tom@example.com"],
  ["*tom@example.com*", "tom@example.com"],
  ["_tom_@example.com", "_tom_@example.com"],
  ["tom @ example.com", "tom@example.com"],
  ["tom＠example.com\u200B", "tom@example.com"],
  ["tom@example.com (home)", "tom@example.com"],
  ["Email: tom@example.com", "tom@example.com"],
  ["Courriel : tom@example.com", "tom@example.com"],
  ["• tom@example.com", "tom@example.com"],
  ["[Tom](mailto:tom@example.com)", "tom@example.com"],
  ["tom@example.com/", "tom@example.com"],
  ["*tom@example.com", "*tom@example.com"],
  ["o’hara@example.ie", "o'hara@example.ie"],
  ["a`b@example.com", "a`b@example.com"],
  ["a@example.com, b@example.com", "a@example.com, b@example.com"],
  ["A <a@example.com>, B <b@example.com>", "A <a@example.com>, B <b@example.com"],
])("the address of %j is %j", (pasted, email) => {
  expect(pastedEmail(pasted)).toBe(email);
});
