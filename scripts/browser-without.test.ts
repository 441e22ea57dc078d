import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** They have no effect in a built shop. */
const LEFT_OUT =
  /\b(use(ActionState|FormStatus|MemoCache)|ViewTransition|SuspenseList|requestFormReset)\b|<Activity\b|\b(viewTransition|precedence|prefetch)=|\b(preload|preloadModule|preinit|preinitModule|preconnect|prefetchDNS)\(|<Fragment ref\b|\bonSelect=\{\(event/;

it("no screen uses a feature that the build removes", () => {
  const files = globSync("src/**/*.tsx", { cwd: `${import.meta.dirname}/..` });
  expect(files.length).toBeGreaterThan(100);
  const using = files.filter((file) => LEFT_OUT.test(readFileSync(`${import.meta.dirname}/../${file}`, "utf8")));
  expect(using).toEqual([]);
});
