/**
 * The collapsed field of a promotion code. Its form, named by `form`, is elsewhere, so the field may be
 * inside another one.
 */
import { Button } from "../button.tsx";
import { Check, Tag } from "../icons.ts";
import { TextLink } from "../text/text-link.tsx";
import { FieldError } from "./field.tsx";

type Texts = { readonly open: string; readonly label: string; readonly apply: string; readonly remove: string };
/**
 * `refused`: the code that was not accepted, and the reason. `applied`: the accepted one, and the page's
 * address without it.
 */
type Props = {
  form: string;
  texts: Texts;
  refused?: { readonly code: string; readonly why: string } | undefined;
  applied?: { readonly code: string; readonly without: string } | undefined;
};

export function CodeField({ form, texts, refused, applied }: Props) {
  if (applied) {
    return (
      <p className="type-small flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Check size={16} strokeWidth={2} className="flex-none text-success" aria-hidden="true" />
        <span translate="no" className="type-mono text-ink">
          {applied.code}
        </span>
        <TextLink to={applied.without} replace preventScrollReset className="text-muted text-sm">
          {texts.remove}
        </TextLink>
      </p>
    );
  }
  return (
    <details className="group" open={refused !== undefined || undefined}>
      <summary className="link inline-flex min-h-11 cursor-pointer list-none items-center gap-2 text-muted text-sm [&::-webkit-details-marker]:hidden">
        <Tag size={16} strokeWidth={1.6} className="flex-none text-champagne" aria-hidden="true" />
        {texts.open}
      </summary>
      <div className="grid gap-2 pt-2">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2.5">
          <input
            form={form}
            name="code"
            key={refused?.code}
            defaultValue={refused?.code}
            className="input uppercase group-open:type-mono"
            aria-label={texts.label}
            aria-invalid={refused ? true : undefined}
            aria-describedby={refused && `${form}-error`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            required
          />
          <Button type="submit" form={form} variant="outline">
            {texts.apply}
          </Button>
        </div>
        {refused && <FieldError id={`${form}-error`}>{refused.why}</FieldError>}
      </div>
    </details>
  );
}
