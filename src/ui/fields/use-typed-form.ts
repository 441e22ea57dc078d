/** For a form of a page that loads its data again while fields are typed into. */
import { useState } from "react";
import { useNavigation } from "react-router";

/** `saved` and `conflict` say what came of the form; `replaced`: the reply brings what the fields are to show. */
type Outcome = "saved" | "conflict" | "replaced" | "refused";

type Options = {
  /** Names what the form is about, where one page shows several in its place. */
  about?: string;
  /** What is saved. The form is drawn again if it changes while nothing is typed. */
  shown: unknown;
  /** Its version, sent with the form. */
  version?: number;
  /** The last reply to this form. */
  reply: object | undefined;
  outcome: Outcome | undefined;
};

/**
 * Keeps what is typed after the form is sent, also between the reply and the reload of the page's data. The form is drawn again with what is saved
 * only if nothing was typed since. A version is taken over if what is saved is unchanged, if this form was saved, or after a conflict.
 *
 * @returns `key` for React, `version` for the hidden field, `isTyped` for the question on leaving, and `events` for the form
 */
export function useTypedForm({ about = "", shown, version = 0, reply, outcome }: Options) {
  // The reply comes before the reload that follows it.
  const isSettled = useNavigation().state === "idle";
  const saved = JSON.stringify(shown);
  const [form, setForm] = useState({ about, key: 0, version, saved, reply });
  const isSent = outcome !== undefined && outcome !== "saved";
  const [typed, setTyped] = useState<"nothing" | "sent" | "since">(isSent ? "since" : "nothing");

  const isNew = reply !== undefined && reply !== form.reply;
  const answer = isNew ? outcome : undefined;
  if (about !== form.about) {
    setForm({ about, key: form.key + 1, version, saved, reply });
    setTyped("nothing");
  } else if (answer === "replaced" || isSettled) {
    const isSame = saved === form.saved;
    const isDone = answer === "saved";
    const redraws = answer === "replaced" || (isDone && typed !== "since") || (!isSame && typed === "nothing");
    const follows = isSettled && (isSame || isDone || answer === "conflict" || typed === "nothing");
    if (isNew || redraws || (follows && version !== form.version)) {
      setForm({
        about,
        key: form.key + (redraws ? 1 : 0),
        version: follows ? version : form.version,
        saved: follows ? saved : form.saved,
        reply,
      });
      if (redraws || isNew) setTyped(redraws && answer !== "replaced" ? "nothing" : "since");
    }
  }
  return {
    key: form.key,
    version: form.version,
    isTyped: typed !== "nothing",
    events: { onInput: () => setTyped("since"), onSubmit: () => setTyped("sent") },
  };
}
