import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { EMAIL_PROBLEMS, isEmailAddress, normalEmail, typedEmailProblem } from "./person/email-address.ts";
import { checkRegistration, type RegistrationFields, type RegistrationProblem, tidyText } from "./registration.ts";
import { PASSWORD_RULES, passwordProblem } from "./sign-in/passwords.ts";

const TODAY = "2026-11-21";
const AMELIA: RegistrationFields = {
  email: "amelia@example.com",
  password: "Blue7Harbour",
  confirmPassword: "Blue7Harbour",
  firstName: "Amelia",
  lastName: "Hart",
  phone: "+44 7700 900123",
  birthDate: "1990-05-17",
};

describe("a registration", () => {
  it("is valid if all fields are", () => {
    expect(checkRegistration(AMELIA, TODAY)).toEqual({});
  });

  it.each<[string, Partial<RegistrationFields>, object]>([
    ["without an e-mail", { email: " " }, { email: "emailRequired" }],
    [
      "without a password",
      { password: "", confirmPassword: "x" },
      { password: "passwordRequired", confirmPassword: "passwordsDoNotMatch" },
    ],
    ["without a confirmation", { confirmPassword: "" }, { confirmPassword: "confirmPasswordRequired" }],
    ["without a first name", { firstName: "" }, { firstName: "firstNameRequired" }],
    ["with a first name of spaces", { firstName: " \t\n" }, { firstName: "firstNameRequired" }],
    ["without a last name", { lastName: "" }, { lastName: "lastNameRequired" }],
    ["without a phone number", { phone: "" }, { phone: "phoneRequired" }],
    ["with a phone number without digits", { phone: "call me" }, { phone: "phoneInvalid" }],
    ["without a date of birth", { birthDate: "" }, { birthDate: "birthDateRequired" }],
    ["with an e-mail without @", { email: "amelia at example" }, { email: "emailInvalid" }],
    ["with a different confirmation", { confirmPassword: "Blue7harbour" }, { confirmPassword: "passwordsDoNotMatch" }],
    ["with a very long name", { lastName: "H".repeat(101) }, { lastName: "tooLong" }],
    ["with a very long phone number", { phone: "7".repeat(41) }, { phone: "tooLong" }],
    ["with a day that does not exist", { birthDate: "1990-02-30" }, { birthDate: "birthDateInvalid" }],
    ["with a day in another format", { birthDate: "17/05/1990" }, { birthDate: "birthDateInvalid" }],
    ["with a mistyped year", { birthDate: "0190-05-17" }, { birthDate: "birthDateInvalid" }],
    ["born tomorrow", { birthDate: "2026-11-22" }, { birthDate: "minAge" }],
    ["18 today", { birthDate: "2008-11-21" }, {}],
    ["18 tomorrow", { birthDate: "2008-11-22" }, { birthDate: "minAge" }],
    ["17, although the years differ by 18", { birthDate: "2008-12-31" }, { birthDate: "minAge" }],
  ])("%s", (_case, change, problems) => {
    expect(checkRegistration({ ...AMELIA, ...change }, TODAY)).toEqual(problems);
  });

  it.each([
    ["2026-02-28", "minAge"],
    ["2026-03-01", undefined],
  ])("for a birthday on 29 February 2008, made on %s: %s", (today, problem) => {
    expect(checkRegistration({ ...AMELIA, birthDate: "2008-02-29" }, today).birthDate).toBe(problem);
  });

  it("reports every problem of an empty form, each by its own key", () => {
    const empty = Object.fromEntries(Object.keys(AMELIA).map((field) => [field, ""])) as RegistrationFields;
    const problems = checkRegistration(empty, TODAY);
    expect(problems).toEqual({
      firstName: "firstNameRequired",
      lastName: "lastNameRequired",
      email: "emailRequired",
      phone: "phoneRequired",
      birthDate: "birthDateRequired",
      password: "passwordRequired",
      confirmPassword: "confirmPasswordRequired",
    });
  });
});

describe("a password", () => {
  it.each([
    ["", "passwordRequired"],
    ["Short7!", "passwordTooShort"],
    ["short7!", "passwordNeedsUppercase"],
    ["Harbour!", "passwordNeedsDigit"],
    ["harbour", "passwordNeedsUppercase"],
    ["Harbour", "passwordNeedsDigit"],
    ["blueharbour7", "passwordNeedsUppercase"],
    ["éléphant7", "passwordNeedsUppercase"],
    ["Éléphant7", undefined],
    ["Blue7Har", undefined],
    ["🚗🚙🏎A1", "passwordTooShort"],
    [`A1${"x".repeat(126)}`, undefined],
    [`A1${"x".repeat(127)}`, "passwordTooLong"],
    ["Passwords7Tree", undefined],
    // Only the server recognises common passwords.
    ["Password1", undefined],
    ["Abcdefg1", undefined],
    ["Secret-9", undefined],
    ["Test1234", undefined],
    ["A84630275918264035", undefined],
  ])("%s: %s", (password, problem) => {
    expect(passwordProblem(password)).toBe(problem);
  });

  it("reports the last of several broken rules", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20, minLength: 1 }), (password) => {
        const broken = PASSWORD_RULES.filter((rule) => !rule.isMet(password));
        if (broken.length > 0) expect(passwordProblem(password)).toBe(broken.at(-1)?.problem);
      }),
    );
  });
});

describe("an e-mail address", () => {
  it.each([
    ["amelia@example.com", undefined],
    ["amelia.hart+shop@mail.example.co.uk", undefined],
    ["o'hara@example.ie", undefined],
    ["tom&jane@example.com", undefined],
    ["a!b@example.com", undefined],
    ["sales/uk@example.com", undefined],
    ["info@café.fr", undefined],
    ["x@beispiel.xn--vermgensberatung-pwb", undefined],
    ["<tom@example.com>,", undefined],
    ["", "emailRequired"],
    ["\u200B", "emailRequired"],
    ["amelia at example", "emailInvalid"],
    ["amelia@example", "emailDomain"],
    ["amelia@example.c0m-", "emailDomain"],
    ["amelia@", "emailInvalid"],
    ["@example.com", "emailInvalid"],
    ["amelia@@example.com", "emailInvalid"],
    ["amelia@example.com\nBcc: all@example.com", "emailSeveral"],
    ["amelia hart@example.com", "emailSpaces"],
    ["jörg@example.de", "emailAccents"],
    [".amelia@example.com", "emailDots"],
    ["amelia.@example.com", "emailDots"],
    ["amelia@example..com", "emailDots"],
    [`${"a".repeat(65)}@example.com`, "emailInvalid"],
  ])("%s: %s", (text, problem) => {
    expect(typedEmailProblem(text)).toBe(problem);
  });

  it("is refused where HTML's pattern refuses it, so that no mail goes to two people", () => {
    const parts = fc.stringMatching(/^[A-Za-z0-9.@'+_ &!/,-]{1,12}$/);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.emailAddress(),
          fc.tuple(parts, parts).map((both) => both.join("@")),
        ),
        (text) => {
          if (isEmailAddress(text)) expect(z.regexes.html5Email.test(text)).toBe(true);
        },
      ),
    );
  });

  it("is normalised to one spelling", () => {
    expect(normalEmail(" Amelia@Example.COM ")).toBe("amelia@example.com");
    expect(normalEmail("Amelia Hart <mailto:Amelia@Café.FR>.")).toBe("amelia@xn--caf-dma.fr");
  });
});

it("refuses invisible and emoji names, and accepts all real ones", () => {
  const problem = (firstName: string) => checkRegistration({ ...AMELIA, firstName }, TODAY).firstName;
  for (const nothing of ["\u200b", "\u3164", "\u202e \u2066", "\u00ad\ufeff"]) expect(problem(nothing)).toBe("firstNameRequired");
  for (const emoji of ["🏎️ 👍🏽", "👩‍👩‍👧", "🇫🇷", "\u200b🏁"]) expect(problem(emoji)).toBe("nameIsEmoji");
  expect(checkRegistration({ ...AMELIA, lastName: "🏆", phone: "📞" }, TODAY)).toEqual({
    lastName: "nameIsEmoji",
    phone: "phoneInvalid",
  });
  for (const name of ["X", "-", "7", "Zoë 🏎️", "علي", "O’Hara", "Þórunn", "नि‍शा"]) expect(problem(name)).toBeUndefined();
});

it("removes control characters before storing", () => {
  expect(tidyText(" Amelia\r\nBcc:\u0000 x ")).toBe("Amelia Bcc:  x");
  // Words after such a name would run from right to left.
  expect(tidyText("\u202eAmelia\u2028Hart\u200f")).toBe("Amelia Hart");
  expect(tidyText("Anne\u2011Ma\u00ADrie\u00a0\u200bH.")).toBe("Anne-Marie H.");
});

describe.each(["en", "fr"])("the sentences in %s", (locale) => {
  const words: Record<string, unknown> = JSON.parse(
    readFileSync(new URL(`../../../../public/locales/${locale}/auth.json`, import.meta.url), "utf8"),
  );
  const problems: Record<RegistrationProblem, true> = {
    emailRequired: true,
    ...(Object.fromEntries(EMAIL_PROBLEMS.map((key) => [key, true])) as Record<(typeof EMAIL_PROBLEMS)[number], true>),
    passwordRequired: true,
    passwordTooShort: true,
    passwordNeedsDigit: true,
    passwordNeedsUppercase: true,
    passwordTooCommon: true,
    passwordTooLong: true,
    confirmPasswordRequired: true,
    passwordsDoNotMatch: true,
    nameIsEmoji: true,
    firstNameRequired: true,
    lastNameRequired: true,
    phoneRequired: true,
    phoneInvalid: true,
    birthDateRequired: true,
    birthDateInvalid: true,
    minAge: true,
    tooLong: true,
  };
  const outcomes = [
    "userAlreadyExists",
    "registrationFailed",
    "invalidCredentials",
    "welcomeBack",
    "accountCreated",
    "tooManyAttempts_other",
  ];

  it.each([...Object.keys(problems), ...outcomes])("include %s", (key) => {
    expect(words[key]).toEqual(expect.stringMatching(/\S{2}/));
  });
});
