/** Reloads an administrator's page while a draw is under way, and announces its result. */
import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { isUnderWay, type ManagedDraw } from "../rules/managed-draw.ts";

/** Between two reloads while a draw is under way. */
const RELOAD_EVERY_MS = 8_000;
/** Between two reloads when a round is due within `SOON_MS`. */
const DUE_EVERY_MS = 2_000;
const SOON_MS = 20_000;

type Watched = Pick<ManagedDraw, "id" | "status" | "state" | "isRequested">;

const isDrawn = ({ state }: Watched) => state.name === "drawn";

/** Milliseconds between two reloads; undefined if no draw is under way. */
function reloadEvery(draws: readonly Watched[], now: number): number | undefined {
  const underWay = draws.filter(isUnderWay);
  if (underWay.length === 0) return undefined;
  const isSoon = underWay.some(({ state }) => state.name === "frozen" && state.roundAt.getTime() - now < SOON_MS);
  return isSoon ? DUE_EVERY_MS : RELOAD_EVERY_MS;
}

/** Returns a function that announces the result of a draw just requested, even if it is immediate. */
export function useDrawWatch(draws: readonly Watched[], now: number): (id: string) => void {
  const { t } = useTranslation("admin-draws");
  const { revalidate, state } = useRevalidator();
  const watched = useRef(new Set<string>());
  const every = reloadEvery(draws, now);

  useEffect(() => {
    for (const draw of draws) {
      if (isUnderWay(draw)) watched.current.add(draw.id);
      else if (isDrawn(draw) && watched.current.delete(draw.id)) toastSuccess(t("draw.done"), { id: `drawn ${draw.id}` });
    }
  }, [draws, t]);

  const poll = useEffectEvent(() => {
    if (state === "idle" && document.visibilityState === "visible") void revalidate();
  });
  useEffect(() => {
    if (every === undefined) return;
    // An interval, because a hidden tab skips reloads until it is visible again.
    const timer = setInterval(poll, every);
    return () => clearInterval(timer);
  }, [every]);

  return (id) => {
    if (draws.some((draw) => draw.id === id && isDrawn(draw))) toastSuccess(t("draw.done"), { id: `drawn ${id}` });
    else watched.current.add(id);
  };
}
