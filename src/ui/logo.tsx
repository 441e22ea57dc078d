import { useTranslation } from "react-i18next";

/** The shop's mark, a ticket. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg
      width="28"
      height="20"
      viewBox="0 0 28 20"
      fill="none"
      strokeWidth="1.6"
      className={`stroke-champagne ${className ?? ""}`}
      aria-hidden="true"
    >
      <path d="M2 1h24a1 1 0 0 1 1 1v4.4a3.6 3.6 0 0 0 0 7.2V18a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1v-4.4a3.6 3.6 0 0 0 0-7.2V2a1 1 0 0 1 1-1Z" />
      <path d="M10 5.5v9M14 5.5v9M18 5.5v9" strokeLinecap="round" />
    </svg>
  );
}

/** The mark and the shop's name; CSS replaces both by an operator's own logo. */
export function Logo() {
  const { t } = useTranslation("common");
  return (
    <span className="logo" translate="no">
      <LogoMark />
      {t("shop")}
    </span>
  );
}
