/** In which order the files of journeys begin. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * What takes longest comes first, so that no worker is left alone with it at the end. Those that keep a processor busy and those that mostly
 * wait, for a process that starts or a limit that ends, come in turn: side by side they cost little more than either.
 */
const LONGEST = [
  "accessible",
  "team",
  "cut-off",
  "admin-draws",
  "payments",
  "other-browsers",
  "reading",
  "queue",
  "first-visit",
  "admin-lotteries",
  "holds",
  "failing",
  "going-live",
  "draw-page",
];

/** Those first, the others as Vitest would: by how long they took the last time, or else by their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const turn = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return sorted.toSorted((a, b) => turn(a) - turn(b));
  }
}
