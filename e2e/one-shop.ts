/** Starts the shared shop, and a second one for staff on demand; stops both at the end. */

import { once } from "node:events";
import { access, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findChromium } from "../scripts/find-chromium.ts";
import { findOtherBrowsers, type OtherBrowsers } from "../scripts/find-other-browsers.ts";
import { brokenInvariants } from "./invariants.fixture.ts";
import { filled, fillFolder, type Shop, type ShopAddress, startFrom, startShop } from "./shop.fixture.ts";

declare module "vitest" {
  interface ProvidedContext {
    shop: ShopAddress;
    /** Replies with the address of the staff's shop once it has started. */
    staffShopAt: string;
    chromiumPath: string;
    otherBrowsers: OtherBrowsers;
  }
}

/** Expected alerts: disputes and returned refunds are part of the tests. */
const BANKS = /"alert":"(?:payment_disputed|refund_returned|fraud_warning)"/;

/** Its staff need a second factor; new orders go to one provider, with another as fallback. */
const STAFF = { STAFF_SECOND_FACTOR: "required", NEW_ORDERS: "stripe=100,checkout=0" } as const;

const addressOf = ({ url, simulatorUrl, checkoutUrl, databaseUrl, dataDir }: Shop): ShopAddress => ({
  ...{ url, simulatorUrl, checkoutUrl, databaseUrl, dataDir },
});

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // An orderly exit, which stops the shop.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
  const build = join(import.meta.dirname, "../build/server/index.js");
  await access(build).catch(() => {
    throw new Error("The shop is not built: run `npm run build` first");
  });
  // Filled once, by `npm test` while the server's tests run: all shops start with copies of it.
  const [folder, chromium] = await Promise.all([
    filled() ?? fillFolder(),
    findChromium((line) => process.stdout.write(`${line}\n`)),
  ]);
  startFrom(folder);
  const shop = await startShop();
  const { url, simulatorUrl, databaseUrl, dataDir } = shop;
  project.provide("shop", { url, simulatorUrl, databaseUrl, dataDir });
  let staff: Promise<Shop> | undefined;
  const door = createServer((_, reply) => {
    staff ??= startShop({ env: STAFF });
    staff.then(
      (started) => reply.end(JSON.stringify(addressOf(started))),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    );
  }).listen(0, "127.0.0.1");
  await once(door, "listening");
  project.provide("staffShopAt", `http://127.0.0.1:${(door.address() as AddressInfo).port}`);
  project.provide("chromiumPath", chromium.path);
  project.provide("otherBrowsers", await findOtherBrowsers());
  return async () => {
    door.close();
    const shops = [shop, await staff?.catch(() => undefined)].filter((each) => each !== undefined);
    const broken = (await Promise.all(shops.map(brokenInvariants))).flat();
    for (const each of shops) await each.stop();
    await rm(folder, { recursive: true, force: true });
    if (broken.length > 0) throw new Error(`Invariants are broken:\n${JSON.stringify(broken, null, 1)}`);
    const complaints = shop.complaints.filter((line) => !BANKS.test(line));
    if (complaints.length > 0) throw new Error(`The shop logged errors:\n${complaints.slice(0, 20).join("\n")}`);
  };
}
