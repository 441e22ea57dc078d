/** The button that sends one of several forms of a page: busy while its own is on the way, and no other. */
import type { ComponentProps, MouseEvent } from "react";
import { useNavigation } from "react-router";
import { Button } from "../button.tsx";

type Props = { intent: string; isMine?: ((form: FormData) => boolean) | undefined } & Omit<
  ComponentProps<typeof Button>,
  "type" | "busy"
>;

/** Sends `intent` with the form. `isMine` tells forms with the same intent apart. */
export function IntentButton({ intent, isMine, ...rest }: Props) {
  return <Button {...rest} type="submit" name="intent" value={intent} busy={useIsOnItsWay(intent, isMine)} />;
}

function useIsOnItsWay(intent: string, isMine?: Props["isMine"]): boolean {
  const { state, formData } = useNavigation();
  return state !== "idle" && formData?.get("intent") === intent && (isMine?.(formData) ?? true);
}

/** First in a form with several buttons, or rows of them: Enter in a field sends this `intent`, and not that of the first button; and nothing while it is busy. */
export function EnterSends({ intent, isBusy }: { intent: string; isBusy?: boolean }) {
  const isOnItsWay = useIsOnItsWay(intent);
  const guard = (event: MouseEvent) => {
    if (isBusy ?? isOnItsWay) event.preventDefault();
  };
  return (
    <button type="submit" name="intent" value={intent} tabIndex={-1} aria-hidden="true" className="sr-only" onClick={guard} />
  );
}
