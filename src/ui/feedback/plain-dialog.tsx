/** A dialog rendered by the server for browsers without scripts; a link closes it. */
import { type ComponentProps, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link, useActionData, useLocation } from "react-router";
import { withoutDialog } from "./dialog-button.tsx";
import type { Dialog } from "./dialog.tsx";

type PlainProps = Pick<ComponentProps<typeof Dialog>, "open" | "title" | "description" | "children" | "footer">;

export function PlainDialog({ open, title, description, children, footer }: PlainProps) {
  const { t } = useTranslation("admin");
  const { pathname, search } = useLocation();
  const id = useId();
  const isRefused = useActionData() !== undefined;
  // A refused form starts at the dialog's head.
  const focused = { autoFocus: isRefused };
  if (!open) return null;
  return (
    <noscript>
      <div className="scrim" />
      <div className="dialog" role="dialog" aria-modal="true" aria-labelledby={id} tabIndex={-1} {...focused}>
        <h2 id={id} className="type-panel-title">
          {title}
        </h2>
        {description && <div className="mt-2 text-muted">{description}</div>}
        <div className="mt-5">{children}</div>
        <div className="mt-7 flex flex-wrap gap-3 *:flex-1">
          <Link to={pathname + withoutDialog(search)} className="btn" data-variant="outline" autoFocus={!isRefused}>
            {t("kit.cancel")}
          </Link>
          {footer}
        </div>
      </div>
    </noscript>
  );
}
