#!/usr/bin/env node

try {
  const { verifyCommand } = await import("./verify-command.ts");
  process.exitCode = await verifyCommand(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND" && /@noble/.test(error.message)))
    throw error;
  console.error("The two libraries of curves and hashes are not here yet. In the folder of the clone, run once:");
  console.error("  npm ci --workspace packages/draw-protocol --ignore-scripts");
  process.exitCode = 2;
}
