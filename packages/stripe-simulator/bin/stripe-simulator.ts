#!/usr/bin/env node
import { parseArgs } from "node:util";
import { startStripeSimulator } from "../src/start-simulator.ts";

const HELP = `Stripe Checkout on your own machine. No money moves.

  stripe-simulator [options]

  --port <n>               port on 127.0.0.1 (12111; 0 for any)
  --data <folder>          keep the ledger there (default: in memory)
  --key <sk_test_…>        the API key it takes (STRIPE_SECRET_KEY, or sk_test_simulator)
  --webhook-url <url>      where events are sent (default: nowhere, they wait)
  --webhook-secret <…>     signs the events (STRIPE_WEBHOOK_SECRET, or whsec_simulator)
  --events <a,b,…>         send only these event types
  --public-url <url>       the address that payers see, if it is not this one
  --quiet                  print only the address
  --help
`;

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "12111" },
    data: { type: "string" },
    key: { type: "string", default: process.env.STRIPE_SECRET_KEY ?? "sk_test_simulator" },
    "webhook-url": { type: "string" },
    "webhook-secret": { type: "string", default: process.env.STRIPE_WEBHOOK_SECRET ?? "whsec_simulator" },
    events: { type: "string" },
    "public-url": { type: "string" },
    quiet: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const simulator = await startStripeSimulator({
  port: Number(values.port),
  secretKey: values.key,
  webhookSecret: values["webhook-secret"],
  ...(values.data !== undefined && { dataDir: values.data }),
  ...(values["webhook-url"] !== undefined && { webhookUrl: values["webhook-url"] }),
  ...(values["public-url"] !== undefined && { publicUrl: values["public-url"] }),
  ...(values.events !== undefined && { webhookEvents: values.events.split(",") }),
  log: (level, message, facts) => {
    if (!values.quiet || level === "error") console.error(`${level}: ${message}`, facts ?? "");
  },
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

console.log(`Stripe simulator: ${simulator.url}`);
if (!values.quiet) {
  console.log(`  key             ${values.key}`);
  console.log(`  webhook secret  ${values["webhook-secret"]}`);
  console.log(`  webhook         ${values["webhook-url"] ?? "none, events wait"}`);
  console.log(`  ledger          ${values.data ?? "in memory"}`);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    simulator.stop().then(() => process.exit(0));
  });
}
