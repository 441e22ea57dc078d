/** Writes the height of a bar at the page's foot to a CSS property, so that styles reserve space for it. */
import { type RefObject, useLayoutEffect } from "react";

/** @param property a custom property of the document, set while the bar is present */
export function useRoomBelow(bar: RefObject<HTMLElement | null>, property: `--${string}`): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const watcher = new ResizeObserver(() => style.setProperty(property, `${element.offsetHeight}px`));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      style.removeProperty(property);
    };
  }, [bar, property]);
}
