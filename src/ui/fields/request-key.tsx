/** The idempotency key of a form that creates something; constant while the form is open. */
import { useState } from "react";

export function RequestKey({ fresh }: { fresh: string }) {
  const [key] = useState(fresh);
  return <input type="hidden" name="requestKey" value={key} />;
}
