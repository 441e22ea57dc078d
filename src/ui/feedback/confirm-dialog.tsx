/** Asks before something that cannot be taken back. The focus starts on the harmless answer; the other repeats the verb, in red. */
import { type ComponentProps, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { type FetcherWithComponents, Link, useActionData, useLocation } from "react-router";
import { UnsaidNote, useUnsaid } from "../admin-page.tsx";
import { Button } from "../button.tsx";
import { TextField } from "../fields/text-field.tsx";
import { useAnswer } from "../fields/use-reply.ts";
import { withoutAsk } from "./asked.tsx";
import { Dialog } from "./dialog.tsx";
import { Note } from "./note.tsx";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the thing, and is a question. */
  title: string;
  /** What will happen. */
  description?: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  /** Sends the form when it is confirmed; busy while it does, and nobody leaves before they hear what came of it. Close the dialog when its answer arrives (`useReply`). */
  fetcher: FetcherWithComponents<unknown>;
  /** Of the form: where it is sent (this page), and what is sent unseen. */
  action?: string;
  fields: Readonly<Record<string, string>> & { readonly intent: string };
  /** The password is asked for first, unless it was given just now. */
  needsProof?: boolean;
  /** Red unless what happens is harmless. */
  tone?: "danger" | "plain";
  /** Why the last form was refused, where whoever has scripts is told in a message. */
  said?: string | undefined;
  /** Further fields of the form, such as a reason, or why it was refused. */
  children?: ReactNode;
};

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  busyLabel,
  fetcher,
  action,
  fields,
  needsProof = false,
  tone = "danger",
  said,
  children,
}: Props) {
  const { t } = useTranslation("admin");
  const form = useId();
  const isBusy = fetcher.state !== "idle";
  const leave = () => !isBusy && onOpenChange(false);
  const refusal = <Refusal fetcher={fetcher} intent={fields.intent} isAsked={open} said={said} />;
  const asking = (
    <fetcher.Form
      id={form}
      method="post"
      {...(action !== undefined && { action })}
      {...(needsProof && { "data-needs-proof": "" })}
      className="grid gap-4 empty:hidden"
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </fetcher.Form>
  );
  const confirm = (
    <Button
      type="submit"
      form={form}
      variant={tone === "danger" ? "danger-solid" : "gold"}
      busy={isBusy}
      {...(busyLabel !== undefined && { busyLabel })}
    >
      {confirmLabel}
    </Button>
  );
  return (
    <>
      <PlainDialog open={open} title={title} description={description} footer={confirm}>
        {refusal}
        {asking}
      </PlainDialog>
      <Dialog
        open={open}
        onOpenChange={leave}
        title={title}
        description={description}
        footer={
          <>
            <Button variant="outline" autoFocus aria-disabled={isBusy} onClick={leave}>
              {t("kit.cancel")}
            </Button>
            {confirm}
          </>
        }
      >
        {refusal}
        {asking}
      </Dialog>
    </>
  );
}

type RefusalProps = Pick<Props, "said"> & {
  fetcher: Pick<FetcherWithComponents<unknown>, "data">;
  intent: string;
  isAsked?: boolean;
};

/** What the page came with, to this question: scripts that were there by then say it in a message. */
export function Refusal({ fetcher, intent, isAsked = true, said }: RefusalProps) {
  const sent = useAnswer(fetcher as { readonly data: Reply | undefined }, intent, isAsked);
  const unsaid = useUnsaid(sent);
  const refused = fetcher.data === undefined ? unsaid : undefined;
  if (refused === undefined) return null;
  if (said === undefined) return <UnsaidNote title={refused} />;
  return (
    <div className="mb-4">
      <Note tone="danger" title={said} role="alert" />
    </div>
  );
}

type Reply = { readonly intent: string };
type PlainProps = Pick<ComponentProps<typeof Dialog>, "open" | "title" | "description" | "children" | "footer">;

/** The same without scripts: it comes with the page, and a link leads out of it. */
export function PlainDialog({ open, title, description, children, footer }: PlainProps) {
  const { t } = useTranslation("admin");
  const { pathname, search } = useLocation();
  const id = useId();
  const isRefused = useActionData() !== undefined;
  // Whoever is refused goes on from the head of the question, not from behind what went wrong.
  const focused = { autoFocus: isRefused };
  if (!open) return null;
  return (
    <noscript>
      <div className="scrim" />
      <div className="dialog" role="dialog" aria-modal="true" aria-labelledby={id} tabIndex={-1} {...focused}>
        <h2 id={id} className="type-panel-title">
          {title}
        </h2>
        {description && <div className="mt-2 text-muted">{description}</div>}
        <div className="mt-5">{children}</div>
        <div className="mt-7 flex flex-wrap gap-3 *:flex-1">
          <Link to={pathname + withoutAsk(search)} className="btn" data-variant="outline" autoFocus={!isRefused}>
            {t("kit.cancel")}
          </Link>
          {footer}
        </div>
      </div>
    </noscript>
  );
}

/** Why, in one line, for whoever reads of it later. Sent as `reason`. */
export function ReasonField(field: Omit<ComponentProps<typeof TextField>, "name">) {
  return <TextField maxLength={500} autoComplete="off" {...field} name="reason" />;
}
