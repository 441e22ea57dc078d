/** A form's errors at its head, each linked to its field. Takes the focus when it appears. */
import { type MouseEvent, useEffect, useId, useRef } from "react";
import { CircleAlert } from "../icons.ts";

export function ErrorSummary({
  title,
  errors,
}: {
  title: string;
  errors: readonly { readonly fieldId: string; readonly message: string }[];
}) {
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const shown = errors.map((error) => `${error.fieldId} ${error.message}`).join("\n");
  // Changed errors take the focus again.
  useEffect(() => {
    if (shown) box.current?.focus();
  }, [shown]);
  if (errors.length === 0) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} aria-labelledby={titleId} data-tone="danger" className="note">
      <CircleAlert size={22} strokeWidth={1.6} aria-hidden="true" />
      <div className="min-w-0">
        <h2 id={titleId} className="font-[560]">
          {title}
        </h2>
        <ul className="text-[0.9375rem]">
          {errors.map((error) => (
            <li key={`${error.fieldId} ${error.message}`}>
              <a href={`#${error.fieldId}`} onClick={goToField} className="link text-danger">
                {error.message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The click of a link to `#id`: focuses that field, or the first field inside the element of that id. */
export function goToField(event: MouseEvent<HTMLAnchorElement>): void {
  const target = document.getElementById(event.currentTarget.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
  if (document.activeElement === target) return;
  const field = target.querySelector<HTMLElement>("input:not([type=hidden]):not([hidden]), select, textarea, button");
  field?.focus({ preventScroll: true });
}
