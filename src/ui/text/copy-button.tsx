/** A button that copies a text; if the browser refuses, the text appears for copying by hand. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Check, Copy } from "../icons.ts";
import { copyText } from "./copy-text.ts";

const acknowledgedMs = 2_000;

export function CopyButton({ text, label, className = "" }: { text: string; label: string; className?: string }) {
  const { t } = useTranslation("common");
  const [outcome, setOutcome] = useState<"copied" | "refused">();
  useEffect(() => {
    if (outcome !== "copied") return;
    const timer = setTimeout(() => setOutcome(undefined), acknowledgedMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <>
      <button
        type="button"
        className={`icon-btn ${className}`}
        aria-label={label}
        title={label}
        onClick={() => void copyText(text).then((isCopied) => setOutcome(isCopied ? "copied" : "refused"))}
      >
        {outcome === "copied" ? (
          <Check size={18} strokeWidth={2} className="text-success" aria-hidden="true" />
        ) : (
          <Copy size={18} strokeWidth={1.6} aria-hidden="true" />
        )}
      </button>
      <span role="status" className="sr-only">
        {outcome === "copied" && t("copied")}
      </span>
      {outcome === "refused" && <CopyByHand text={text} />}
    </>
  );
}

export function CopyByHand({ text }: { text: string }) {
  const { t } = useTranslation("common");
  const shown = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    shown.current?.focus();
    shown.current?.select();
  }, []);
  return (
    <span className="grid basis-full gap-1 text-start">
      <span role="status" className="type-small">
        {t("copyByHand")}
      </span>
      <textarea
        ref={shown}
        readOnly
        rows={Math.min(6, text.split("\n").length)}
        value={text}
        aria-label={t("copyByHand")}
        className="input type-mono"
      />
    </span>
  );
}
