/** The one way to show and answer a form (CONTRIBUTING.md, "Adding a form"). */
import { type Submission, useForm } from "@conform-to/react";
import { type FormEvent, type ReactNode, useId, useMemo, useState } from "react";
import { Note } from "../feedback/note.tsx";
import { ErrorSummary } from "../fields/error-summary.tsx";
import { type CodeOf, errorOf, type FormReply } from "./reply.ts";
import { type SubmissionOptions, useSubmission } from "./use-submission.ts";

/** The sentence of an error. `field` is "" for an error of the whole form. */
export type Say<Reply extends FormReply> = (code: CodeOf<Reply>, field: string, reply: Reply | undefined) => string;

export type ShopFormOptions<Reply extends FormReply> = Omit<SubmissionOptions<Reply>, "onReply"> & {
  /** The sentence of an error. `field` is "" for an error of the whole form. */
  say: Say<Reply>;
  onDone?: ((reply: Reply) => void) | undefined;
  /** `problem` is the sentence of an error of the whole form. */
  onRefused?: ((problem: string | undefined, reply: Reply) => void) | undefined;
  /** Checks in the browser what the action checks again. */
  validate?: ((form: FormData) => Submission<unknown>) | undefined;
};

export type ShopForm = ReturnType<typeof useShopForm<FormReply>>;
type Errors = Readonly<Record<string, readonly string[] | null>>;
type Press = FormEvent<HTMLFormElement> & { nativeEvent: Event & { submitter?: HTMLElement | null } };

/** A form's state and the properties of its fields. */
export function useShopForm<Reply extends FormReply>(options: ShopFormOptions<Reply>) {
  const { say, validate, onDone, onRefused, ...sending } = options;
  const onReply = (reply: Reply) => (reply.refused ? onRefused?.(problemOf(reply), reply) : onDone?.(reply));
  const { Form, fetcher, isBusy, reply, isOver } = useSubmission<Reply>({ ...sending, onReply });
  const problemOf = (reply: Reply | undefined) => sentence(reply?.refused?.error?.[""], "", reply);
  const id = useId();
  const current = isOver ? undefined : reply;
  const hasReply = reply !== undefined;
  const result = useMemo(() => {
    if (!hasReply) return undefined;
    // For an error of the whole form, Conform would focus the first field without a name.
    const { "": _ofForm, ...error } = current?.refused?.error ?? {};
    return { ...current?.refused, error };
  }, [hasReply, current]);
  const [form, fields] = useForm<Record<string, string | string[]>, string[]>({
    id,
    ...(result && { lastResult: result }),
    ...(validate && { onValidate: ({ formData }) => validate(formData) as never, shouldRevalidate: "onInput" }),
  });
  const { summary, press } = usePressed(current, validate);
  function sentence(codes: readonly string[] | null | undefined, field: string, reply: Reply | undefined) {
    const code = codes?.[0];
    return code === undefined ? undefined : say(code as CodeOf<Reply>, field, reply);
  }
  const back = reply?.refused?.initialValue;
  const typed = (name: string) => [back?.[name] ?? ""].flat() as string[];
  return {
    id,
    intent: options.intent as string,
    Form,
    isBusy,
    sent: fetcher.formData,
    reply,
    /** Validates in the browser first, if the form has checks. */
    onSubmit: validate
      ? (event: Press) => {
          press(event);
          form.onSubmit(event);
        }
      : undefined,
    /** A field's typed value, if the form was refused. */
    typed: (name: string) => (back ? typed(name)[0] : undefined),
    isRefused: reply?.refused !== undefined,
    isDone: reply !== undefined && reply.refused === undefined,
    /** The sentence of an error of the whole form. */
    problem: problemOf(current),
    code: errorOf(current) as string | undefined,
    /** All errors of the last press, each with its field. */
    summary: Object.entries(summary ?? {}).flatMap(([fieldId, codes]) => {
      const message = fieldId === "" ? undefined : sentence(codes, fieldId, reply);
      return message === undefined ? [] : [{ fieldId, message }];
    }),
    /** For one of several buttons, each with an intent of its own; the frame then sends none. */
    button: (intent: string) =>
      ({ type: "submit", name: "intent", value: intent, busy: fetcher.formData?.get("intent") === intent }) as const,
    /** For a text or select field; `shown` is the initial value. */
    field: (name: string, shown?: string) => ({
      name,
      defaultValue: back ? typed(name)[0] : shown,
      error: sentence(fields[name]?.errors, name, reply),
    }),
    /** For a checkbox. */
    box: (name: string, value = "on", isTicked = false) => ({
      name,
      ...(value !== "on" && { value }),
      defaultChecked: back ? typed(name).includes(value) : isTicked,
    }),
  };
}

/** The summary shows the last press's errors. Live errors would take the focus during typing. */
function usePressed(reply: FormReply | undefined, validate: ((form: FormData) => Submission<unknown>) | undefined) {
  const [pressed, setPressed] = useState<{ errors: Errors; after: FormReply | undefined }>();
  const press = (event: Press) => {
    const submission = validate?.(new FormData(event.currentTarget, event.nativeEvent.submitter));
    // Conform also checks single fields by submitting. Such a submission has no status.
    if (submission?.status !== undefined) setPressed({ errors: submission.reply().error ?? {}, after: reply });
  };
  return { summary: pressed && pressed.after === reply ? pressed.errors : reply?.refused?.error, press };
}

/** The form's error, and with a `title` a list of all fields with an error. */
export function FormProblem({
  form,
  title,
  children,
}: {
  form: Pick<ShopForm, "problem" | "summary">;
  title?: string;
  children?: ReactNode;
}) {
  return (
    <>
      {form.problem !== undefined && (
        <Note tone="danger" role="alert" title={form.problem}>
          {children}
        </Note>
      )}
      {title !== undefined && <ErrorSummary title={title} errors={form.summary} />}
    </>
  );
}
