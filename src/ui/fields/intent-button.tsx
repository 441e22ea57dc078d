/** The button that sends one of several forms of a page: busy while its own is on the way, and no other. */
import type { ComponentProps } from "react";
import { useNavigation } from "react-router";
import { Button } from "../button.tsx";

type Props = { intent: string; isMine?: ((form: FormData) => boolean) | undefined } & Omit<
  ComponentProps<typeof Button>,
  "type" | "busy"
>;

/** Sends `intent` with the form. `isMine` tells forms with the same intent apart. */
export function IntentButton({ intent, isMine, ...rest }: Props) {
  const { state, formData } = useNavigation();
  const isOwn = state !== "idle" && formData?.get("intent") === intent && (isMine?.(formData) ?? true);
  return <Button {...rest} type="submit" name="intent" value={intent} busy={isOwn} />;
}

/** First in a form with several buttons, or rows of them: Enter in a field sends this `intent`, and not that of the first button. */
export function EnterSends({ intent }: { intent: string }) {
  return <button type="submit" name="intent" value={intent} tabIndex={-1} aria-hidden="true" className="sr-only" />;
}
