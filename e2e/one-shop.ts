/** Starts the one shop that every journey visits, and stops it after the last. */
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium } from "../scripts/find-chromium.ts";
import { type ShopAddress, startShop } from "./shop.fixture.ts";

declare module "vitest" {
  interface ProvidedContext {
    shop: ShopAddress;
    chromiumPath: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // An orderly exit, on which the shop is told to stop; the default would be a sudden one.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
  const build = join(import.meta.dirname, "../build/server/index.js");
  await access(build).catch(() => {
    throw new Error("The shop is not built: run `npm run build` first");
  });
  const [shop, chromium] = await Promise.all([startShop(), findChromium((line) => process.stdout.write(`${line}\n`))]);
  const { url, simulatorUrl, databaseUrl, dataDir } = shop;
  project.provide("shop", { url, simulatorUrl, databaseUrl, dataDir });
  project.provide("chromiumPath", chromium.path);
  return async () => {
    await shop.stop();
    if (shop.complaints.length > 0) throw new Error(`The shop logged errors:\n${shop.complaints.slice(0, 20).join("\n")}`);
  };
}
