/** Subject and text of a campaign: plain text, and buttons that put placeholders where the cursor stands. */
import { RotateCcw } from "lucide-react";
import { useRef } from "react";
import { TextArea } from "#ui/fields/text-area.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { TextButton } from "#ui/text-link.tsx";
import { hasMarkup } from "../rules/campaign.ts";
import { type CampaignTextProblem, checkCampaignText, LONGEST_CONTENT, LONGEST_SUBJECT } from "../rules/campaign-templates.ts";
import { PLACEHOLDERS } from "../rules/placeholders.ts";
import type { DraftForm } from "./emails-form.ts";
import { sayProblem, TEXTS } from "./emails-texts.ts";

type Props = {
  draft: DraftForm;
  problem: CampaignTextProblem | "markup" | undefined;
  isEdited: boolean;
  onWrite: (change: { subject?: string; content?: string }) => void;
  onReset: () => void;
};

/** Whether the subject is at fault, or the text. */
function isSubjectsFault(problem: CampaignTextProblem | "markup", { template, subject }: DraftForm): boolean {
  const content = "–";
  return problem === "markup" ? hasMarkup(subject) : checkCampaignText({ template, subject, content }) === problem;
}

export function MailEditor({ draft, problem, isEdited, onWrite, onReset }: Props) {
  const fields = useRef<HTMLDivElement>(null);
  const last = useRef<"subject" | "content">("content");
  const isOfSubject = problem !== undefined && isSubjectsFault(problem, draft);
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
        error={problem && isOfSubject ? sayProblem(problem, draft) : undefined}
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
        error={problem && !isOfSubject ? sayProblem(problem, draft) : undefined}
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
