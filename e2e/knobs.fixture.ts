/** Sets the faults of both payment simulators together. */
import { NO_FAULTS as CHECKOUT_NO_FAULTS } from "@concours/checkout-simulator/knobs";
import { NO_FAULTS } from "../packages/stripe-simulator/src/knobs.ts";
import type { FaultyShop } from "./faulty-shop.fixture.ts";

/** `checkout` is missing in a shop with one provider. */
type Played = Pick<FaultyShop, "simulator"> & Partial<Pick<FaultyShop, "checkout">>;
const KNOWN = { simulator: NO_FAULTS, checkout: CHECKOUT_NO_FAULTS } as const;

/** Each simulator takes its own settings. @param only that provider */
export async function turnKnobs(played: Played, settings: Readonly<Record<string, number>>, only?: keyof Played): Promise<void> {
  for (const name of ["simulator", "checkout"] as const) {
    const simulator = played[name];
    if (!simulator || (only !== undefined && only !== name)) continue;
    const known = Object.entries(settings).filter(([knob]) => knob in KNOWN[name]);
    const body = JSON.stringify(Object.fromEntries(known));
    const reply = await fetch(`${simulator.url}/_simulator/knobs`, { method: "POST", body });
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
  }
}

export async function beStill(played: Played): Promise<void> {
  await turnKnobs(played, { ...NO_FAULTS, ...CHECKOUT_NO_FAULTS });
}
