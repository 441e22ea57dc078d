/** The button of the live page that fills the screen. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Maximize, Minimize } from "#ui/icons.ts";

/** Only where the browser allows it: not on an iPhone, and not without scripts. */
export function FullScreenButton() {
  const { t } = useTranslation("live");
  const [isPossible, setPossible] = useState(false);
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    setPossible(document.fullscreenEnabled);
    const update = () => setFull(document.fullscreenElement !== null);
    update();
    document.addEventListener("fullscreenchange", update);
    return () => document.removeEventListener("fullscreenchange", update);
  }, []);
  if (!isPossible) return null;
  const toggle = () => {
    // The browser may refuse, which changes nothing.
    void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => undefined);
  };
  const icon = { size: 22, strokeWidth: 1.6, "aria-hidden": true } as const;
  return (
    <button type="button" className="icon-btn" aria-label={t(isFull ? "fullScreen.leave" : "fullScreen.enter")} onClick={toggle}>
      {isFull ? <Minimize {...icon} /> : <Maximize {...icon} />}
    </button>
  );
}
