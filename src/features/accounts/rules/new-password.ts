/** Choosing another password: the rules of a first one, then that both fields say the same. */
import { type PasswordProblem, passwordProblem } from "./passwords.ts";

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
