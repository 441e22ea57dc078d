/** In the browser: how high a bar is that lies over the foot of a page, for the styles of what makes room for it. */
import { type RefObject, useLayoutEffect } from "react";

/** @param property a custom property of the document, set while the bar is there */
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
