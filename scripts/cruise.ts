/** dependency-cruiser with TypeScript support: `node scripts/cruise.ts <its own arguments>`. */
import { registerHooks } from "node:module";

// The native compiler has no API: the cruiser gets the last version with one, under another name.
registerHooks({
  resolve: (specifier, context, next) =>
    /^typescript(\/|$)/.test(specifier) && context.parentURL?.includes("/dependency-cruiser/")
      ? next(specifier.replace("typescript", "typescript-for-dependency-cruiser"), context)
      : next(specifier, context),
});

const cli = "../node_modules/dependency-cruiser/bin/dependency-cruise.mjs";
await import(cli);
