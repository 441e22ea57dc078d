/** What the summary of a form is about: what was wrong when its button was last pressed. */
import type { Submission, SubmissionResult } from "@conform-to/react";
import { type FormEvent, useState } from "react";

type Errors = Record<string, string[] | null> | undefined;
type Press = FormEvent<HTMLFormElement> & { nativeEvent: Event & { submitter?: HTMLElement | null } };

/**
 * Were it of the moment, it would take the focus while somebody types. What the server said counts until the button is pressed again: a try that
 * does not reach it is told of by itself.
 *
 * @param result the server's last reply, if any
 * @returns what was wrong, by field; and what tells of a press, which stands before the form's own `onSubmit`
 */
export function useSummary(result: SubmissionResult | undefined, read: (form: FormData) => Submission<unknown>) {
  const [pressed, setPressed] = useState<{ errors: Errors; after: SubmissionResult | undefined }>();
  const press = (event: Press) => {
    const submission = read(new FormData(event.currentTarget, event.nativeEvent.submitter));
    // Conform checks single fields by submitting, too; such a submission has no status, and nobody pressed the button.
    if (submission.status !== undefined) setPressed({ errors: submission.reply().error ?? undefined, after: result });
  };
  return { summed: pressed && pressed.after === result ? pressed.errors : result?.error, press };
}
