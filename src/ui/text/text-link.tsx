/** Text links and quiet buttons, and the back link at the top of a page. */
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { ArrowLeft } from "../icons.ts";

type Icons = { icon?: ReactNode; iconAfter?: ReactNode };

export function TextLink({ icon, iconAfter, className = "", children, ...rest }: LinkProps & Icons) {
  return (
    <Link {...rest} className={`link ${className}`}>
      {icon}
      {children}
      {iconAfter}
    </Link>
  );
}

export function TextButton({
  icon,
  iconAfter,
  className = "",
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Icons) {
  return (
    <button type="button" {...rest} className={`link ${className}`}>
      {icon}
      {children}
      {iconAfter}
    </button>
  );
}

/**
 * The link back at the top of a page. `to` is used without a history and before scripts load; `onClick` may
 * go back instead.
 */
export function BackLink({ className = "", children, ...rest }: LinkProps) {
  return (
    <Link {...rest} className={`link-quiet text-sm ${className}`}>
      <ArrowLeft size={18} strokeWidth={1.6} aria-hidden="true" />
      {children}
    </Link>
  );
}
