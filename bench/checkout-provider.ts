/** Checkout.com's simulator as a process of its own: prints its address. Its ledger, and where its events go, come on the command line. */
import { startCheckoutSimulator } from "@concours/checkout-simulator";

const [dataDir = "", webhookUrl = "", secretKey = "", webhookSecret = ""] = process.argv.slice(2);
const simulator = await startCheckoutSimulator({ dataDir, webhookUrl, secretKey, webhookSecret });
console.log(simulator.url);
process.once("SIGTERM", () => {
  simulator.stop().then(() => process.exit(0));
});
