import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ListChecks, Mail } from "#ui/icons.ts";

const LINK =
  "inline-flex min-h-11 min-w-11 items-center justify-center gap-2 leading-tight font-[560] text-ink underline underline-offset-4";

/** In the page's flow, so that it covers nothing. Its height is `--demo-bar-h` in the styles. */
export function DemoBar({ mailboxPath }: { mailboxPath: string }) {
  const { t } = useTranslation("common");
  return (
    <aside aria-label={t("demo.label")} className="demo-bar">
      <div className="wrap flex h-full items-center justify-between gap-2 md:gap-4">
        <p className="flex items-center gap-2.5 leading-tight">
          <span className="size-2 flex-none rounded-full bg-warn" />
          <span className="max-md:hidden">{t("demo.text")}</span>
          <span className="md:hidden">{t("demo.short")}</span>
        </p>
        <span className="flex min-w-0 gap-x-1 md:flex-none md:gap-x-6">
          <Link to="/demo/tour" className={LINK}>
            <ListChecks size={16} strokeWidth={1.8} aria-hidden="true" className="max-md:hidden" />
            {t("demo.tour")}
          </Link>
          <Link to={mailboxPath} className={LINK}>
            <Mail size={16} strokeWidth={1.8} aria-hidden="true" />
            <span className="max-md:sr-only">{t("demo.mailbox")}</span>
          </Link>
        </span>
      </div>
    </aside>
  );
}
