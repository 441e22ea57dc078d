import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Mail } from "#ui/icons.ts";

/** In the page's flow, so that it covers nothing. Its height is `--demo-bar-h` in the styles. */
export function DemoBar({ mailboxPath }: { mailboxPath: string }) {
  const { t } = useTranslation("common");
  return (
    <aside aria-label={t("demo.label")} className="demo-bar">
      <div className="wrap flex h-full items-center justify-between gap-4">
        <p className="flex items-center gap-2.5 leading-tight">
          <span className="size-2 flex-none rounded-full bg-warn" />
          <span className="max-md:hidden">{t("demo.text")}</span>
          <span className="md:hidden">{t("demo.short")}</span>
        </p>
        <Link
          to={mailboxPath}
          className="inline-flex min-h-11 max-w-[60%] flex-none items-center gap-2 leading-tight font-[560] text-ink underline underline-offset-4"
        >
          <Mail size={16} strokeWidth={1.8} aria-hidden="true" />
          {t("demo.mailbox")}
        </Link>
      </div>
    </aside>
  );
}
