/** A picture with its focal point, which clicks and arrow keys move. Each move is saved at once. */
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRevalidator } from "react-router";
import { type FocalPoint, objectPosition } from "#shared/brand/picture.ts";
import { untilSignedIn } from "../admin/admin-session.ts";
import { toastError } from "../feedback/toast.tsx";

/** POST {url, x, y} stores the point; a reply other than 2xx means that it was not stored. */
const ACTION = "/admin/lotteries/images/focus";

type Props = {
  url: string;
  src: string;
  name: string;
  /** The default point. */
  focus: FocalPoint;
};

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-5, 0],
  ArrowRight: [5, 0],
  ArrowUp: [0, -5],
  ArrowDown: [0, 5],
};

export function FocalPointPicker({ url, src, name, focus }: Props) {
  const { t } = useTranslation("admin");
  const [point, setPoint] = useState(focus);
  const { revalidate } = useRevalidator();
  const sending = useRef<AbortController>(undefined);
  function move(next: FocalPoint): void {
    const moved = { x: clamp(next.x), y: clamp(next.y) };
    setPoint(moved);
    // A later move replaces a pending one.
    sending.current?.abort();
    const controller = new AbortController();
    sending.current = controller;
    void store(url, moved, controller.signal).then((isStored) => {
      if (controller.signal.aborted) return;
      if (isStored) void revalidate();
      else toastError(t("kit.focus.failed"));
    });
  }
  function onClick({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>): void {
    // A key press has no coordinates.
    if (detail === 0) return;
    const box = currentTarget.getBoundingClientRect();
    move({ x: (100 * (clientX - box.left)) / box.width, y: (100 * (clientY - box.top)) / box.height });
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    move({ x: point.x + step[0], y: point.y + step[1] });
  }
  return (
    <div className="focal-point">
      <button
        type="button"
        onClick={onClick}
        onKeyDown={onKeyDown}
        aria-label={t("kit.focus.label", { name, x: point.x, y: point.y })}
        title={t("kit.focus.title")}
      >
        <img src={src} alt="" draggable={false} />
        <span aria-hidden="true" style={{ left: `${point.x}%`, top: `${point.y}%` }} />
      </button>
      <img src={src} alt="" className="focal-point-crop" style={{ objectPosition: objectPosition(point) }} />
    </div>
  );
}

async function store(url: string, { x, y }: FocalPoint, signal: AbortSignal): Promise<boolean> {
  const body = new URLSearchParams({ url, x: String(x), y: String(y) });
  // As for forms of the back office: an ended session is renewed first.
  await untilSignedIn(signal);
  if (signal.aborted) return false;
  const reply = await fetch(ACTION, { method: "POST", body, redirect: "manual", signal }).catch(() => undefined);
  return reply?.ok ?? false;
}

function clamp(percent: number): number {
  return Math.min(100, Math.max(0, Math.round(percent)));
}
