/**
 * The hidden idempotency key of a form that creates something; constant while the form is open, so that
 * sending twice creates one.
 */
import { useState } from "react";

export function RequestKey({ newKey }: { newKey: string }) {
  const [key] = useState(newKey);
  return <input type="hidden" name="requestKey" value={key} />;
}
