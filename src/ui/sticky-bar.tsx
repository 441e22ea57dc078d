/** The bar at the bottom of small screens with the total and the buy button. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useRoomBelow } from "./use-room-below.ts";

export function StickyBar({
  title,
  amount,
  orFree,
  children,
  hideWhile,
}: {
  title: string;
  amount: string;
  /** The link to the free entry below the total, in the same type. */
  orFree?: { readonly to: string; readonly text: string } | undefined;
  children: ReactNode;
  /** Hidden while this equivalent element is visible. */
  hideWhile?: RefObject<Element | null>;
}) {
  const [hidden, setHidden] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  useRoomBelow(bar, "--sticky-bar-own-h");
  useEffect(() => {
    const element = hideWhile?.current;
    if (!element) return;
    const watcher = new IntersectionObserver(([entry]) => setHidden(entry?.isIntersecting ?? false));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [hideWhile]);
  return (
    <div ref={bar} className="sticky-bar" data-hidden={hidden ? "" : undefined}>
      {orFree ? (
        <p className="max-w-[58%] min-w-0 leading-snug font-[620] tracking-[-0.02em]">
          <span>{amount}</span>{" "}
          <span className="text-[0.8125rem] font-[420] tracking-normal whitespace-nowrap text-muted">{title}</span>
          <Link to={orFree.to} className="link block [font:inherit]">
            {orFree.text}
          </Link>
        </p>
      ) : (
        <p>
          <span className="block text-[0.8125rem] text-muted">{title}</span>
          <span className="text-xl leading-tight font-[620] tracking-[-0.02em] whitespace-nowrap">{amount}</span>
        </p>
      )}
      <div className="max-w-[230px] min-w-fit flex-1">{children}</div>
    </div>
  );
}
