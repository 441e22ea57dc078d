/** dependency-cruiser, able to read TypeScript: `node scripts/cruise.ts <its own arguments>`. */
import { registerHooks } from "node:module";

// The native compiler has no programming interface, so the cruiser is handed the last one that had it.
// An alias must not be called "typescript": that name belongs to the compiler that checks the types.
registerHooks({
  resolve: (specifier, context, next) =>
    /^typescript(\/|$)/.test(specifier) && context.parentURL?.includes("/dependency-cruiser/")
      ? next(specifier.replace("typescript", "typescript-for-dependency-cruiser"), context)
      : next(specifier, context),
});

const cli = "../node_modules/dependency-cruiser/bin/dependency-cruise.mjs";
await import(cli);
