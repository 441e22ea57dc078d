/** Names browsers and systems for the list of signed-in devices. */
import type { Day } from "#shared/dates/dates.ts";

/** Names are the same in all languages. Unknown parts are omitted. */
export type DeviceName = { readonly browser?: string; readonly system?: string };

/**
 * A signed-in session. `id` names it and does not open it. Days are London's. `lastUsedOn` may lag by a day,
 * as a player's use is recorded once a day. `isProgram`: an API client.
 */
export type SignedInDevice = {
  readonly id: string;
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly isProgram: boolean;
  readonly isCurrent: boolean;
  readonly signedInOn: Day;
  readonly lastUsedOn: Day;
};

/** Pattern and name. The first match wins: most browsers also name older ones they are compatible with. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPiOS|Opera)\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b|\biPod\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Parses a `User-Agent`. API clients, which do not start with Mozilla or Opera, stay unknown. */
export function deviceName(userAgent: string): DeviceName {
  if (!userAgent.startsWith("Mozilla/") && !userAgent.startsWith("Opera/")) return {};
  const find = (table: typeof BROWSERS) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  return { ...(browser !== undefined && { browser }), ...(system !== undefined && { system }) };
}
