import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { newRecoveryCode, readAppCode, readRecoveryCode, showRecoveryCode } from "./second-factor.ts";

it.each([
  ["123456", "123456"],
  [" 123 456 ", "123456"],
  ["123-456", "123456"],
  ["12345", undefined],
  ["1234567", undefined],
  ["12345a", undefined],
  ["Blue7Harbour", undefined],
  ["", undefined],
])("%j is read as the app's code %s", (typed, code) => {
  expect(readAppCode(typed)).toBe(code);
});

it.each([
  ["7kmq-x2rd-9fhw", "7kmqx2rd9fhw"],
  ["7KMQ X2RD 9FHW", "7kmqx2rd9fhw"],
  ["7kmqx2rd9fhw", "7kmqx2rd9fhw"],
  // Letters that look like digits, when typed from paper.
  ["O0lI-1234-5678", "001112345678"],
  ["7kmq-x2rd-9fh", undefined],
  ["7kmq-x2rd-9fhu", undefined],
  ["123456", undefined],
])("%j is read as the recovery code %s", (typed, code) => {
  expect(readRecoveryCode(typed)).toBe(code);
});

it("reads every code that it generates, as shown", () => {
  for (let i = 0; i < 200; i += 1) {
    const code = newRecoveryCode(randomBytes);
    expect(showRecoveryCode(code)).toMatch(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/);
    expect(readRecoveryCode(showRecoveryCode(code))).toBe(code);
    expect(readAppCode(showRecoveryCode(code))).toBeUndefined();
  }
});
