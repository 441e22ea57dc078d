/** A form that is answered without leaving the page: why it was refused, until it is sent again. What is accepted leads on, as any form does. */
import { useState } from "react";
import { useFetcher } from "react-router";

type Reply = { readonly error?: string };

/** Mount `Form` with `onSubmit`; `error` is the name of the last refusal. */
export function useRefusal() {
  const { Form, data, state } = useFetcher<Reply>();
  // A redirect leaves the reply of the time before in place: that one is known already.
  const [known, setKnown] = useState<Reply>();
  const error = state === "idle" && data !== known ? data?.error : undefined;
  return { Form, error, onSubmit: () => setKnown(data) };
}
