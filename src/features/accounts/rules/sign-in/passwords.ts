/** The rules for new passwords. */
export const LONGEST_PASSWORD = 128;
const SHORTEST_PASSWORD = 8;

/** The rules of the checklist, in its order. Source: specification, section 5. */
export const PASSWORD_RULES = [
  { problem: "passwordTooShort", isMet: (password: string) => [...password].length >= SHORTEST_PASSWORD },
  { problem: "passwordNeedsDigit", isMet: (password: string) => /\d/.test(password) },
  { problem: "passwordNeedsUppercase", isMet: (password: string) => /\p{Lu}/u.test(password) },
] as const;

/** Keys of `auth.json`. */
export type PasswordProblem =
  | "passwordRequired"
  | "passwordTooLong"
  | "passwordTooCommon"
  | (typeof PASSWORD_RULES)[number]["problem"];

/** The problem that the form shows: the last broken rule, as specified. Undefined for a valid password. */
export function passwordProblem(password: string): PasswordProblem | undefined {
  return passwordProblems(password).at(-1);
}

/** All problems in the order of the checklist, for API clients. */
export function passwordProblems(password: string): readonly PasswordProblem[] {
  if (password === "") return ["passwordRequired"];
  if (password.length > LONGEST_PASSWORD) return ["passwordTooLong"];
  return PASSWORD_RULES.filter((rule) => !rule.isMet(password)).map((rule) => rule.problem);
}

export type NewPassword = { readonly password: string; readonly confirmPassword: string };

/** Keys of `auth.json`. `problem` is the broken requirement. */
export type NewPasswordProblem =
  | { readonly error: "passwordRequirements"; readonly problem: PasswordProblem }
  | { readonly error: "confirmPasswordRequired" | "passwordMismatch" };

export function isOfConfirmation(error: string): boolean {
  return error === "confirmPasswordRequired" || error === "passwordMismatch";
}

/**
 * Why a new password is refused. Broken requirements come before a mismatch. Source: specification, section
 * 5.
 */
export function newPasswordProblem({ password, confirmPassword }: NewPassword): NewPasswordProblem | undefined {
  const problem = passwordProblem(password);
  if (problem !== undefined) return { error: "passwordRequirements", problem };
  if (confirmPassword === "") return { error: "confirmPasswordRequired" };
  return password === confirmPassword ? undefined : { error: "passwordMismatch" };
}
