/** Starts a browser for journeys with a temporary profile. */
import { type Browser, chromium } from "playwright-core";

/** A browser only applies the last list of these: Playwright's own, and two pop-ups of the address bar. */
const WITHOUT = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
  // They are pages, and opening them with each window would double its time.
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
];

/** Prevents requests to the browser's maker at start; the sandbox needs rights that containers lack. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Pages are too short-lived for optimising compilers: without them each costs a fifth less.
  "--js-flags=--no-opt --no-maglev",
  `--disable-features=${WITHOUT.join()}`,
];

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS, timeout: 60_000 });
}
