/** The button that sends one of several forms of a page: busy while its own is on the way, and no other. */
import type { ComponentProps } from "react";
import { useNavigation } from "react-router";
import { Button } from "../button.tsx";

/** Sends `intent` with the form. */
export function IntentButton({ intent, ...rest }: { intent: string } & Omit<ComponentProps<typeof Button>, "type" | "busy">) {
  const { state, formData } = useNavigation();
  const isOwn = state !== "idle" && formData?.get("intent") === intent;
  return <Button {...rest} type="submit" name="intent" value={intent} busy={isOwn} />;
}
