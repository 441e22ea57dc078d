import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ArrowUp } from "#ui/icons.ts";
import { scrollBehavior } from "#ui/scroll.ts";

/** Button that scrolls to the top, once the first screen is out of view. */
export default function BackToTop() {
  const { t } = useTranslation("home");
  const firstScreen = useRef<HTMLSpanElement>(null);
  const [isDown, setIsDown] = useState(false);

  useEffect(() => {
    const mark = firstScreen.current;
    if (!mark) return;
    const watcher = new IntersectionObserver(([entry]) => setIsDown(entry !== undefined && !entry.isIntersecting));
    watcher.observe(mark);
    return () => watcher.disconnect();
  }, []);

  function goUp() {
    // The button disappears: move the focus to the content.
    document.getElementById("content")?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: scrollBehavior() });
  }
  return (
    <>
      <span ref={firstScreen} className="pointer-events-none absolute inset-x-0 top-0 h-dvh" aria-hidden="true" />
      <button type="button" className="round back-to-top" aria-label={t("toTop")} hidden={!isDown} onClick={goUp}>
        <ArrowUp size={20} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </>
  );
}
