import { dictionary } from "@zxcvbn-ts/language-common";
import { beforeAll, describe, expect, it } from "vitest";
import { passwordProblem } from "../../rules/sign-in/passwords.ts";
import { isGuessable, prepareGuesses } from "./guessable.ts";

beforeAll(() => prepareGuesses());

describe("a password", () => {
  it.each([
    ["Password1!"],
    ["P@ssw0rd2024"],
    ["Passw0rd"],
    ["Test1234!"],
    ["1Qaz2wsx"],
    ["Azerty123!"],
    ["Motdepasse1"],
    ["Bonjour2"],
    ["Drowssap1"],
    ["Liverpool1"],
    ["Qwertyuiop1"],
    ["Aa1Aa1Aa1Aa1"],
    ["Abcdefgh1"],
    ["Concours2026"],
    ["Password1Password1Password1"],
    ["Welcome1234567890123456789"],
  ])("%s is too easy", async (password) => {
    expect(passwordProblem(password)).toBeUndefined();
    expect(await isGuessable(password, [])).toBe(true);
  });

  it.each([["Blue7Harbour"], ["Blue7Har"], ["Quiet9Lantern"], ["Tr0ub4dor&3"], ["Zx9!qLp2Vb"], ["seven Elephants in 1 boat"]])(
    "%s is well chosen",
    async (password) => {
      expect(await isGuessable(password, ["amelia.hart@example.com", "Amelia", "Hart"])).toBe(false);
    },
  );

  it("is too easy if made of one's own name, address or birthday", async () => {
    const own = ["zbigniewska.q@example.com", "Zbigniewska", "Quarterly"];
    expect(await isGuessable("Zbigniewska7", own)).toBe(true);
    expect(await isGuessable("Zbigniewska7", [])).toBe(false);
    expect(await isGuessable("17051990Hart", ["Amelia", "Hart"])).toBe(true);
  });

  it("is refused if common, also capitalised, and common ones also with a digit appended", async () => {
    const common = dictionary["passwords-common"];
    expect(common.length).toBeGreaterThan(49_000);
    for (let n = 0; n < common.length; n += 397) {
      const word = String(common[n]);
      const capital = word.replace(/^./, (first) => first.toUpperCase());
      for (const password of [word, capital, ...(n < 10_000 ? [`${capital}1`] : [])])
        expect(await isGuessable(password, []), password).toBe(true);
    }
  });

  it("is checked quickly, even if long and odd", async () => {
    for (const password of ["Xk7".repeat(42), "4@8({[<6932014!|5$72%".repeat(6), "P4s5w0rd!1$".repeat(11)]) {
      const before = process.cpuUsage();
      await isGuessable(password.slice(0, 128), []);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(200);
    }
  });
});
