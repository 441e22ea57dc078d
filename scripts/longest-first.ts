/** In which order the files of a suite begin. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take longest come first, so that no worker is left alone with one at the end. The others come as Vitest sorts them: by their last
 * duration, or else by their size.
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
