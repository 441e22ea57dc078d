/** Editor and preview of a campaign's text. */
import { useEffect, useRef, useState } from "react";
import { Note } from "#ui/feedback/note.tsx";
import { TextArea, TextField } from "#ui/fields/text-field.tsx";
import { Monitor, RotateCcw, Smartphone } from "#ui/icons.ts";
import { TextButton } from "#ui/text/text-link.tsx";
import { type CampaignTextProblem, checkCampaignText, LONGEST_CONTENT, LONGEST_SUBJECT } from "../rules/campaign-templates.ts";
import { hasMarkup } from "../rules/campaign.ts";
import { PLACEHOLDERS } from "../rules/placeholders.ts";
import type { DraftForm } from "./emails-form.ts";
import { sayProblem, TEXTS } from "./emails-texts.ts";

/** `isEdited`: differs from the template. */
type Props = {
  draft: DraftForm;
  problem: CampaignTextProblem | "markup" | undefined;
  isEdited: boolean;
  onWrite: (change: { subject?: string; content?: string }) => void;
  onReset: () => void;
};

/** Whether the problem is the subject's, not the content's. */
function isSubjectProblem(problem: CampaignTextProblem | "markup", { template, subject }: DraftForm): boolean {
  const content = "–";
  return problem === "markup" ? hasMarkup(subject) : checkCampaignText({ template, subject, content }) === problem;
}

/** Fields of subject and content, with buttons that insert placeholders. */
export function MailEditor({ draft, problem, isEdited, onWrite, onReset }: Props) {
  const fields = useRef<HTMLDivElement>(null);
  const last = useRef<"subject" | "content">("content");
  const isAtSubject = problem !== undefined && isSubjectProblem(problem, draft);
  const known = PLACEHOLDERS.filter((name) => draft.template === "vip-offer" || !name.startsWith("promo"));

  function insert(name: string) {
    const field = fields.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${last.current}]`);
    if (!field) return;
    const { selectionStart, selectionEnd, value } = field;
    const written = `{{${name}}}`;
    const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    onWrite({ [last.current]: value.slice(0, from) + written + value.slice(to) });
    requestAnimationFrame(() => {
      field.focus();
      field.setSelectionRange(from + written.length, from + written.length);
    });
  }

  return (
    <div ref={fields} className="grid gap-4">
      <TextField
        name="subject"
        label={TEXTS.subject}
        value={draft.subject}
        maxLength={LONGEST_SUBJECT}
        error={problem && isAtSubject ? sayProblem(problem, draft) : undefined}
        onFocus={() => {
          last.current = "subject";
        }}
        onChange={({ currentTarget }) => onWrite({ subject: currentTarget.value })}
      />
      <TextArea
        name="content"
        label={TEXTS.content}
        value={draft.content}
        rows={11}
        maxLength={LONGEST_CONTENT}
        error={problem && !isAtSubject ? sayProblem(problem, draft) : undefined}
        hint={TEXTS.contentHint}
        onFocus={() => {
          last.current = "content";
        }}
        onChange={({ currentTarget }) => onWrite({ content: currentTarget.value })}
      />
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="sr-only">{TEXTS.insert}</legend>
        <span className="admin-note me-1" aria-hidden="true">
          {TEXTS.insert}
        </span>
        {known.map((name) => (
          <button key={name} type="button" className="insert" title={`{{${name}}}`} onClick={() => insert(name)}>
            {TEXTS.placeholders[name]}
          </button>
        ))}
      </fieldset>
      {isEdited && (
        <TextButton
          className="justify-self-start text-muted text-sm"
          icon={<RotateCcw size={16} strokeWidth={1.6} aria-hidden="true" />}
          onClick={onReset}
        >
          {TEXTS.reset}
        </TextButton>
      )}
    </div>
  );
}

/** Pause in typing after which the preview is renewed. */
const REST_MS = 400;

type PreviewProps = {
  draft: DraftForm;
  /** While there is a problem, the last preview stays. */
  problem: CampaignTextProblem | "markup" | undefined;
  subject: string;
  from: string;
};

/** The rendered mail on a computer or phone. `from`: the sender's name. */
export function MailPreview({ draft, problem, subject, from }: PreviewProps) {
  const [isPhone, setPhone] = useState(false);
  const { shown, loading, form, onLoad } = useFrames(draft, problem === undefined);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="admin-note min-w-0 break-words">
          <strong className="block text-ink">{subject}</strong>
          {TEXTS.from(from)}
        </p>
        <fieldset className="segments">
          <legend className="sr-only">{TEXTS.width}</legend>
          {[
            { label: TEXTS.desktop, Icon: Monitor, phone: false },
            { label: TEXTS.phone, Icon: Smartphone, phone: true },
          ].map(({ label, Icon, phone }) => (
            <button key={label} type="button" aria-pressed={isPhone === phone} onClick={() => setPhone(phone)}>
              <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
              {label}
            </button>
          ))}
        </fieldset>
      </div>
      {problem && <Note tone="warn" title={TEXTS.previewStale} />}
      <form ref={form} method="post" action="/admin/emails/preview" hidden>
        {Object.entries(draft).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} readOnly />
        ))}
      </form>
      <div className="mail-frame" data-phone={isPhone || undefined}>
        {[shown, loading].map(
          (version) =>
            version !== undefined && (
              <iframe
                key={version}
                name={frameName(version)}
                title={TEXTS.preview}
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                hidden={version === loading}
                onLoad={() => onLoad(version)}
              />
            ),
        )}
      </div>
    </div>
  );
}

const frameName = (version: number) => `preview-${version}`;

/**
 * Loads each version of the draft in a frame of its own, which keeps previews out of the history. The old
 * frame stays until the new one has loaded.
 */
function useFrames(draft: DraftForm, isReady: boolean) {
  const [shown, setShown] = useState<number>();
  const [loading, setLoading] = useState<number>();
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(0);
  const written = JSON.stringify(draft);

  useEffect(() => {
    if (!isReady || written === "") return;
    const timer = setTimeout(() => setLoading((before) => (before ?? sent.current) + 1), sent.current === 0 ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [written, isReady]);

  useEffect(() => {
    if (loading === undefined || !form.current) return;
    sent.current = loading;
    form.current.target = frameName(loading);
    form.current.submit();
  }, [loading]);

  function onLoad(version: number) {
    // A frame may fire `load` for its empty document before the form was sent to it.
    if (version !== loading || sent.current !== version) return;
    setShown(version);
    setLoading(undefined);
  }
  return { shown, loading, form, onLoad };
}
