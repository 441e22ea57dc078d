/** A Vitest reporter: writes errors outside of tests, which the JSON report omits, to OUTSIDE_ERRORS. */
import { writeFileSync } from "node:fs";

type Failure = { readonly message?: string; readonly stack?: string };

export default class ErrorsOutside {
  onTestRunEnd(_modules: unknown, errors: readonly Failure[]): void {
    const file = process.env.OUTSIDE_ERRORS;
    if (file === undefined || errors.length === 0) return;
    writeFileSync(file, JSON.stringify(errors.map(({ message, stack }) => stack ?? message ?? "an error without words")));
  }
}
