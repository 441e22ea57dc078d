import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("each form with a password has a field with the account's address", () => {
  const forms = globSync("src/**/*.tsx").flatMap((file) =>
    Array.from(
      readFileSync(file, "utf8").matchAll(/<(Form|form|PressForm|ShopFormFrame|AccountForm)\b[\s\S]*?<\/\1>/g),
      ([form]) => ({
        file,
        form,
      }),
    ),
  );
  const withPassword = forms.filter(({ form }) => /autoComplete="(current|new)-password"|<NewPassword\b/.test(form));
  expect(withPassword.length).toBeGreaterThan(8);
  const isNamed = /<UsernameField\b|autoComplete="username"|field\("email"\)/;
  expect(withPassword.filter(({ form }) => !isNamed.test(form)).map(({ file }) => file)).toEqual([]);
});
