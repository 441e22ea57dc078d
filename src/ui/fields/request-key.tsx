/** The key of a form that makes something: sent twice, it makes one thing. It is drawn with the form and stays while the form is open. */
import { useState } from "react";

export function RequestKey({ fresh }: { fresh: string }) {
  const [key] = useState(fresh);
  return <input type="hidden" name="requestKey" value={key} />;
}
