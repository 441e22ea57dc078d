import { Note } from "#ui/feedback/note.tsx";
import { CopyButton } from "#ui/text/copy-button.tsx";

/** Shows a new secret once, with a button that copies it. `copy`: the button's label. */
export function MadeSecret({ title, text, secret, copy }: { title: string; text: string; secret: string; copy: string }) {
  return (
    <div className="mb-4">
      <Note tone="success" title={title} role="status">
        <p>{text}</p>
        <p className="mt-2 flex items-center gap-2">
          <code translate="no" className="type-mono min-w-0 text-[0.875rem] text-ink wrap-anywhere select-all">
            {secret}
          </code>
          <CopyButton text={secret} label={copy} className="shrink-0" />
        </p>
      </Note>
    </div>
  );
}
