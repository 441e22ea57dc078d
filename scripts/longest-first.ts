/** The order of a suite's files. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Runs `names` first, the longest first, so that no worker ends with one alone; others in Vitest's order. */
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
