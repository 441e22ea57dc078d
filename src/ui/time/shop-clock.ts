/** The shop's clock: the device's, corrected by the times that the server sends with pages and data. */
import { useEffect } from "react";

const TOLERANCE_MS = 60_000;

let offset = 0;
let latest = Number.NEGATIVE_INFINITY;
let isHydrating = true;
const listeners = new Set<() => void>();

/** The shop's time in milliseconds. */
export function shopNow(): number {
  return Date.now() + offset;
}

/**
 * Corrects the clock by the server's time, in milliseconds. Call with each page and reply: each time is
 * used once, on arrival.
 */
export function setShopTime(serverNow: number): void {
  if (serverNow <= latest) return;
  latest = serverNow;
  if (isHydrating && !isFreshDocument()) return;
  const next = clockOffset(serverNow, Date.now());
  if (next === offset) return;
  offset = next;
  for (const listener of listeners) listener();
}

/** Corrects the clock by a page's time, on pages that show a countdown later, such as in a dialog. */
export function useShopTime(serverNow: number): void {
  useEffect(() => setShopTime(serverNow), [serverNow]);
}

/** Later times belong to data requests, not to the document, which may come from a cache. */
export function endHydration(): void {
  isHydrating = false;
}

/** Calls `listener` when the correction changes. Returns how to stop it. */
export function onShopClockChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The correction in milliseconds. Differences of less than a minute are ignored. */
export function clockOffset(serverNow: number, deviceNow: number): number {
  const difference = serverNow - deviceNow;
  return Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
}

type Delivery = Pick<PerformanceNavigationTiming, "type" | "transferSize" | "decodedBodySize">;

/** Whether the document came over the network; pages of the history may come from the cache. */
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
