/** A mail as its reader will see it, in a frame that may do nothing: rendered by the server each time the text rests. */
import { Monitor, Smartphone } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Note } from "#ui/feedback/note.tsx";
import type { CampaignTextProblem } from "../rules/campaign-templates.ts";
import type { DraftForm } from "./emails-form.ts";
import { TEXTS } from "./emails-texts.ts";

const REST_MS = 400;

type Props = {
  draft: DraftForm;
  /** Nothing is drawn anew while there is one: what was shown last stays. */
  problem: CampaignTextProblem | "markup" | undefined;
  subject: string;
  from: string;
};

export function MailPreview({ draft, problem, subject, from }: Props) {
  const [isPhone, setPhone] = useState(false);
  const { shown, coming, form, onLoad } = useFrames(draft, problem === undefined);
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
        {[shown, coming].map(
          (version) =>
            version !== undefined && (
              <iframe
                key={version}
                name={frameName(version)}
                title={TEXTS.preview}
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                hidden={version === coming}
                onLoad={() => onLoad(version)}
              />
            ),
        )}
      </div>
    </div>
  );
}

const frameName = (version: number) => `preview-${version}`;

/** A new frame for each version: sent a form once, a frame leaves no trace in the way back. The old one stays until the new one is there. */
function useFrames(draft: DraftForm, isReady: boolean) {
  const [shown, setShown] = useState<number>();
  const [coming, setComing] = useState<number>();
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(0);
  const written = JSON.stringify(draft);

  useEffect(() => {
    if (!isReady || written === "") return;
    const timer = setTimeout(() => setComing((before) => (before ?? sent.current) + 1), sent.current === 0 ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [written, isReady]);

  useEffect(() => {
    if (coming === undefined || !form.current) return;
    sent.current = coming;
    form.current.target = frameName(coming);
    form.current.submit();
  }, [coming]);

  function onLoad(version: number) {
    // An empty frame may say that it has loaded before the form was sent to it.
    if (version !== coming || sent.current !== version) return;
    setShown(version);
    setComing(undefined);
  }
  return { shown, coming, form, onLoad };
}
