/** Copies a text and says so. */
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

const acknowledgedMs = 2_000;

/** `label` names what is copied: "Copy ticket number CONC-0042-000137". */
export function CopyButton({ text, label, className = "" }: { text: string; label: string; className?: string }) {
  const { t } = useTranslation("common");
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), acknowledgedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <button
        type="button"
        className={`icon-btn ${className}`}
        aria-label={label}
        title={label}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {copied ? (
          <Check size={18} strokeWidth={2} className="text-success" aria-hidden="true" />
        ) : (
          <Copy size={18} strokeWidth={1.6} aria-hidden="true" />
        )}
      </button>
      <span role="status" className="sr-only">
        {copied && t("copied")}
      </span>
    </>
  );
}
