/** The button, and the link that looks like one. At most one gold button is visible at a time. */
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";

type Look = {
  /** gold: the one main action. outline: the rest. danger-solid: only inside a confirm dialog. */
  variant?: "gold" | "outline" | "tertiary" | "danger" | "danger-solid";
  /** md is 52 px high, sm 44. */
  size?: "md" | "sm";
  icon?: ReactNode;
  iconAfter?: ReactNode;
  full?: boolean;
};

function classes(full: boolean | undefined, className: string | undefined): string {
  return ["btn", full && "w-full", className].filter(Boolean).join(" ");
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** Keeps width and focus, and ignores presses. */
    busy?: boolean;
    /** Replaces the label while busy; the width fits the longer of both. */
    busyLabel?: string;
  };

export function Button({
  variant = "gold",
  size = "md",
  icon,
  iconAfter,
  full,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const label = (
    <>
      {icon}
      {children}
      {iconAfter}
    </>
  );
  // Not `disabled` while busy: that would drop the focus, and a screen reader would lose its place.
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy || rest["aria-disabled"] === true) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      className={classes(full, className)}
      data-variant={variant}
      data-size={size}
      onClick={press}
      {...(busy && { "aria-busy": true, "aria-disabled": true })}
    >
      {busyLabel === undefined ? (
        label
      ) : (
        <span className="btn-label">
          <span className={busy ? "invisible" : undefined}>{label}</span>
          <span className={busy ? undefined : "invisible"}>{busyLabel}</span>
        </span>
      )}
    </button>
  );
}

export function LinkButton({
  variant = "gold",
  size = "md",
  icon,
  iconAfter,
  full,
  className,
  children,
  ...rest
}: LinkProps & Look) {
  return (
    <Link {...rest} className={classes(full, className)} data-variant={variant} data-size={size}>
      {icon}
      {children}
      {iconAfter}
    </Link>
  );
}
