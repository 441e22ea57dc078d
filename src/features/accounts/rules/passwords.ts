/** Longer input is refused before it is hashed. */
export const LONGEST_PASSWORD = 128;
const SHORTEST_PASSWORD = 8;

/** The rules of the checklist, in its order. Source: specification, section 5. */
export const PASSWORD_RULES = [
  { problem: "passwordTooShort", isMet: (password: string) => [...password].length >= SHORTEST_PASSWORD },
  { problem: "passwordNeedsDigit", isMet: (password: string) => /\d/.test(password) },
  { problem: "passwordNeedsUppercase", isMet: (password: string) => /\p{Lu}/u.test(password) },
] as const;

export type PasswordProblem =
  | "passwordRequired"
  | "passwordTooLong"
  | "passwordTooCommon"
  | (typeof PASSWORD_RULES)[number]["problem"];

/** What is wrong with a new password. Of several broken rules of the checklist the last is named, as specified. */
export function passwordProblem(password: string): PasswordProblem | undefined {
  return passwordProblems(password).at(-1);
}

/** Everything that is wrong with it, in the order of the checklist: what a program is told, which shows no checklist. */
export function passwordProblems(password: string): readonly PasswordProblem[] {
  if (password === "") return ["passwordRequired"];
  if (password.length > LONGEST_PASSWORD) return ["passwordTooLong"];
  return PASSWORD_RULES.filter((rule) => !rule.isMet(password)).map((rule) => rule.problem);
}

export type NewPassword = { readonly password: string; readonly confirmPassword: string };

/** Each is the key of its sentence in `auth.json`; `problem` says which requirement, under its own key. */
export type NewPasswordProblem =
  | { readonly error: "passwordRequirements"; readonly problem: PasswordProblem }
  | { readonly error: "passwordMismatch" };

/** What is wrong, requirements first. Source: specification, section 5. */
export function newPasswordProblem({ password, confirmPassword }: NewPassword): NewPasswordProblem | undefined {
  const problem = passwordProblem(password);
  if (problem !== undefined) return { error: "passwordRequirements", problem };
  return password === confirmPassword ? undefined : { error: "passwordMismatch" };
}
