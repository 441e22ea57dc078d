/** How a browser is started for a journey: quiet, alone, with a profile of its own that ends with it. */
import { type Browser, chromium } from "playwright-core";

/** Of a list of these a browser heeds the last alone: so these are Playwright's own, and two pop-ups of an address bar that nobody sees. */
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
  // They are pages themselves, and would be opened with each window at twice the price of a page of the shop.
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
];

/** A browser looks up its maker's hosts at every start unless it is told not to; the sandbox needs rights that containers lack. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A page of a journey is seldom open long enough for its scripts to repay being compiled a second time: each costs a fifth less so.
  "--js-flags=--no-opt --no-maglev",
  `--disable-features=${WITHOUT.join()}`,
];

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS, timeout: 60_000 });
}
