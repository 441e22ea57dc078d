/**
 * A Vitest reporter: writes errors outside of tests to the file OUTSIDE_ERRORS, because the JSON report omits
 * them.
 */
import { writeFileSync } from "node:fs";

type Failure = { readonly message?: string; readonly stack?: string };

export default class ErrorsOutside {
  onTestRunEnd(_modules: unknown, errors: readonly Failure[]): void {
    const file = process.env.OUTSIDE_ERRORS;
    if (file === undefined || errors.length === 0) return;
    writeFileSync(file, JSON.stringify(errors.map(({ message, stack }) => stack ?? message ?? "an error without words")));
  }
}
