/** The order of a suite's files. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The longest files first, so that no worker ends with one alone. Others in Vitest's order: by last duration
 * or size.
 *
 * @param names without folder and ending, the longest first
 */
export function longestFirst(names: readonly string[]): typeof BaseSequencer {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      const rank = ({ moduleId }: TestSpecification) => {
        const at = names.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
        return at < 0 ? names.length : at;
      };
      return sorted.toSorted((a, b) => rank(a) - rank(b));
    }
  };
}
