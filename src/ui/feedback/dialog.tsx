/** A bottom sheet on small screens, a centred card on large ones. Traps and restores the focus. */
import * as Radix from "@radix-ui/react-dialog";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { X } from "../icons.ts";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  /** `top`: at the top of the window, for a list that changes its height. */
  placement?: "top";
};

export function Dialog({ open, onOpenChange, title, description, children, footer, placement }: Props) {
  const { t } = useTranslation("common");
  const restoreFocus = useOpener(open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className="dialog"
          data-placement={placement}
          onCloseAutoFocus={restoreFocus}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="type-panel-title">{title}</Radix.Title>
            <Radix.Close className="icon-btn -mt-2.5 -me-2.5" aria-label={t("close")}>
              <X size={22} strokeWidth={1.6} aria-hidden="true" />
            </Radix.Close>
          </div>
          {description && <Radix.Description className="mt-2 text-muted">{description}</Radix.Description>}
          {children && <div className="mt-5">{children}</div>}
          {footer && <div className="mt-7 flex flex-wrap gap-3 *:flex-1">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Radix restores the focus only to its own triggers, which ours lack. A focus moved meanwhile stays. */
function useOpener(open: boolean): (event: Event) => void {
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return (event) => {
    event.preventDefault();
    if (document.activeElement === document.body && opener.current instanceof HTMLElement) opener.current.focus();
  };
}
