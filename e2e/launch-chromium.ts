/** How a browser is started for a journey: quiet, alone, with a profile of its own that ends with it. */
import { type Browser, chromium } from "playwright-core";

/** A browser looks up its maker's hosts at every start unless it is told not to; the sandbox needs rights that containers lack. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS, timeout: 60_000 });
}
