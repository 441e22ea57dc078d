/** Preloaded into a shop (`--import`): logs each module that it loads. */
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env.CONCOURS_TEST_LOADED ?? "";
registerHooks({
  load(url, context, next) {
    appendFileSync(file, `${url}\n`);
    return next(url, context);
  },
});
