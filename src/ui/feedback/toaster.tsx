/** The part of `toast.tsx` that needs the library; loaded with the first message. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Toaster as Sonner, toast } from "sonner";
import { CircleAlert, CircleCheck } from "../icons.ts";

/** `id`: shown once; `isLasting`: shown longer; `link` opens in a new tab. */
export type Options = {
  readonly id?: string;
  readonly isLasting?: boolean;
  readonly link?: { readonly to: string; readonly text: string };
};
export type Message = Options & { readonly tone: "success" | "error"; readonly text: string };

const shownMs = 5_000;
const lastingMs = 20_000;

/** `onReady`: messages can be shown. Styles are in app.css, since the page's policy forbids inline ones. */
export function Toaster({ onReady }: { onReady: () => void }) {
  const { t } = useTranslation("common");
  // Sonner subscribes in its own effect, which runs before this one.
  useEffect(onReady, [onReady]);
  return (
    <Sonner
      position="top-center"
      duration={shownMs}
      visibleToasts={3}
      expand
      gap={10}
      offset={{ top: 20 }}
      mobileOffset={{ top: "calc(var(--header-h) + 4px)", left: 16, right: 16 }}
      containerAriaLabel={t("notifications")}
    />
  );
}

// In the browser only, where one page lives at a time.
const errors = new Set<string | number>();
/** Part of each message's id, so that a message can be shown again after `hideErrors`. */
let tries = 0;

export function hideErrors(): void {
  for (const shown of errors) toast.dismiss(shown);
  errors.clear();
  // The library removes a message a moment later, which must not remove a new one of the same id.
  tries += 1;
}

export function show({ tone, text, id, isLasting = false, link }: Message): void {
  const shown = toast.custom(
    () => (
      <div role={tone === "success" ? "status" : "alert"} className="toast">
        {tone === "success" ? (
          <CircleCheck size={20} strokeWidth={1.8} className="text-success" aria-hidden="true" />
        ) : (
          <CircleAlert size={20} strokeWidth={1.8} className="text-danger" aria-hidden="true" />
        )}
        <span>
          {text}
          {link && (
            <>
              {" "}
              <a href={link.to} target="_blank" rel="noreferrer" className="underline underline-offset-4">
                {link.text}
              </a>
            </>
          )}
        </span>
      </div>
    ),
    { ...(isLasting && { duration: lastingMs }), ...(id !== undefined && { id: `${id} ${tries}` }) },
  );
  if (tone === "error") errors.add(shown);
}
