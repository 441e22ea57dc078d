/** Checkout.com's simulator. Arguments: its ledger and the webhook's address. Prints its own address. */
import { startCheckoutSimulator } from "@concours/checkout-simulator";

const [dataDir = "", webhookUrl = "", secretKey = "", webhookSecret = ""] = process.argv.slice(2);
const simulator = await startCheckoutSimulator({ dataDir, webhookUrl, secretKey, webhookSecret });
console.log(simulator.url);
process.once("SIGTERM", () => {
  simulator.stop().then(() => process.exit(0));
});
