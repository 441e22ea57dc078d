/**
 * Short messages that disappear again; a message with the same `id` is shown once. The library that shows
 * them loads with the first one.
 */
import { useSyncExternalStore } from "react";
import { fetchPart } from "../loading/lazy-part.tsx";
import type * as toaster from "./toaster.tsx";
import type { Message, Options } from "./toaster.tsx";

// In the browser only, where one page lives at a time.
let waiting: readonly Message[] = [];
let library: typeof toaster | undefined;
/** The newest message, shown without the library if that cannot be loaded. */
let plain: Message | undefined;
let ready = false;
let onArrival: () => void = () => undefined;

export function toastSuccess(text: string, options: Options = {}): void {
  send({ tone: "success", text, ...options });
}

export function toastError(text: string, options: Options = {}): void {
  send({ tone: "error", text, ...options });
}

/** Removes all error messages, such as when a form is sent again. */
export function hideErrors(): void {
  waiting = waiting.filter(({ tone }) => tone !== "error");
  if (plain?.tone === "error") showPlain(undefined);
  library?.hideErrors();
}

/** Shows the messages. One per page. */
export function Toasts() {
  const shown = useSyncExternalStore<typeof library | typeof plain>(
    subscribe,
    () => library ?? plain,
    () => undefined,
  );
  if (shown && "Toaster" in shown) return <shown.Toaster onReady={showWaiting} />;
  return (
    shown && (
      <p role={shown.tone === "success" ? "status" : "alert"} className="toast toast-plain">
        {shown.text}
      </p>
    )
  );
}

function send(message: Message): void {
  if (ready) {
    library?.show(message);
    return;
  }
  waiting = [...waiting, message];
  void fetchPart(() => import("./toaster.tsx")).then(
    (module) => {
      library = module;
      onArrival();
    },
    () => {
      // Already shown: not again when the connection is back.
      waiting = [];
      showPlain(message);
    },
  );
}

/** How long a message is shown without the library. */
const PLAIN_MS = 20_000;

function showPlain(message: Message | undefined): void {
  plain = message;
  onArrival();
  if (message) setTimeout(() => plain === message && showPlain(undefined), PLAIN_MS);
}

function showWaiting(): void {
  ready = true;
  for (const message of waiting) library?.show(message);
  waiting = [];
}

function subscribe(onChange: () => void): () => void {
  onArrival = onChange;
  return () => {
    onArrival = () => undefined;
    ready = false;
  };
}
