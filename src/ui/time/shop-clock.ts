/** The shop's clock: the device's, corrected by the server's time of pages and data. */
import { useEffect } from "react";

const TOLERANCE_MS = 60_000;

let offset = 0;
let latest = Number.NEGATIVE_INFINITY;
let isHydrating = true;
const listeners = new Set<() => void>();

export function shopNow(): number {
  return Date.now() + offset;
}

/** Call with the server's time of each page and reply. Each time is used once, on arrival. */
export function learnShopTime(serverNow: number): void {
  if (serverNow <= latest) return;
  latest = serverNow;
  if (isHydrating && !isFreshDocument()) return;
  const next = clockOffset(serverNow, Date.now());
  if (next === offset) return;
  offset = next;
  for (const listener of listeners) listener();
}

/** For pages that show a countdown later, such as in a dialog. */
export function useShopTime(serverNow: number): void {
  useEffect(() => learnShopTime(serverNow), [serverNow]);
}

/** Times that arrive from now on belong to a data request, not to the document. */
export function endHydration(): void {
  isHydrating = false;
}

export function onShopClockChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The correction of the device's clock. Differences of less than a minute are ignored. */
export function clockOffset(serverNow: number, deviceNow: number): number {
  const difference = serverNow - deviceNow;
  return Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
}

type Delivery = Pick<PerformanceNavigationTiming, "type" | "transferSize" | "decodedBodySize">;

/** Whether the document came over the network: pages of the history may come from the cache. */
export function isFreshDocument(delivery: Delivery | undefined = documentDelivery()): boolean {
  if (!delivery) return true;
  const { type, transferSize, decodedBodySize } = delivery;
  if (transferSize > 0) return true;
  return type !== "back_forward" && !(transferSize === 0 && decodedBodySize > 0);
}

function documentDelivery(): Delivery | undefined {
  const [entry] = performance.getEntriesByType("navigation");
  return entry as PerformanceNavigationTiming | undefined;
}
