/** A failure in place of a page or of a part of it, with what the visitor can do. */
import type { ReactNode } from "react";
import { LogoMark } from "../logo.tsx";

export function ErrorState({
  title,
  message,
  action,
  level = 1,
}: {
  title: string;
  message: ReactNode;
  action?: ReactNode;
  /** 1 in place of the page, 2 for a part of it. */
  level?: 1 | 2;
}) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className="grid max-w-[640px] gap-5 py-10 lg:py-20" role={level === 2 ? "alert" : undefined}>
      <LogoMark className="h-auto w-14" />
      <Heading className={level === 1 ? "type-h1 mt-2" : "type-h2"}>{title}</Heading>
      <div className="type-lead break-words">{message}</div>
      {action && <div className="mt-3 flex flex-wrap gap-3">{action}</div>}
    </div>
  );
}
