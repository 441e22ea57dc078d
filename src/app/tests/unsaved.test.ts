import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The surrounding page asks, a dialog is open, or only the user's own address or password is typed. */
const ELSEWHERE = [
  "src/features/accounts/admin/settings-forms.tsx",
  "src/features/draws/admin/draw-dialog.tsx",
  "src/features/mail/admin/mail-editor.tsx",
  "src/features/settings/admin/going-live/test-mode-card.tsx",
  "src/features/settings/admin/texts/texts-editor.tsx",
  "src/features/settings/admin/texts/texts-versions.tsx",
];

const TYPED = /<(TextField|TextArea|EmailField|PasswordField)\b/;

it("every form of the back office asks before unsaved input is lost", () => {
  const files = globSync(["src/app/admin/*.tsx", "src/features/*/admin/**/*.tsx"]).map((name) => ({
    name,
    text: readFileSync(name, "utf8"),
  }));
  const forms = files.filter(({ text }) => /method="post"|<ShopFormFrame/.test(text) && TYPED.test(text));
  const unguarded = forms.filter(({ text }) => !/<(TypedGuard|UnsavedGuard)\b/.test(text)).map(({ name }) => name);
  expect(forms.length).toBeGreaterThan(10);
  expect(unguarded.sort()).toEqual(ELSEWHERE);
});
