/**
 * A link to a subject's entries in the back office's log, for those who may read it. With `named`, an icon
 * whose label names the subject.
 */
import { useTranslation } from "react-i18next";
import { Link, useRouteLoaderData } from "react-router";
import { ScrollText } from "./icons.ts";
import { TextLink } from "./text/text-link.tsx";

export function LogLink({ subject, named, className }: { subject: string; named?: string; className?: string }) {
  const { t } = useTranslation("admin");
  const frame = useRouteLoaderData<{ readsLog: boolean }>("app/admin/layout");
  if (!frame?.readsLog) return null;
  const to = `/admin/audit-log?subject=${subject}`;
  if (named === undefined) {
    return (
      <TextLink to={to} className={className}>
        {t("audit.link")}
      </TextLink>
    );
  }
  const label = t("kit.named", { name: t("audit.link"), text: named });
  return (
    <Link to={to} className="icon-btn" title={t("audit.link")} aria-label={label}>
      <ScrollText size={18} strokeWidth={1.6} aria-hidden="true" />
    </Link>
  );
}
