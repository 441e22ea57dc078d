/** Tickets that look like paper ones, and a plain row of ticket numbers. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Picture as StoredPicture } from "#shared/brand/picture.ts";
import { Badge, type BadgeTone } from "../badge.tsx";
import { LogoMark } from "../logo.tsx";
import { Picture } from "../pictures/picture.tsx";
import { CopyButton } from "../text/copy-button.tsx";

/** Tickets appear one after another, the ninth and later ones together. */
const staggerMs = 60;
const lastStaggered = 8;

export function TicketList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid gap-3 sm:grid-cols-2">
      {children}
    </ul>
  );
}

type Props = {
  prefix: string;
  number: string;
  title: string;
  status: { readonly label: string; readonly tone: BadgeTone };
  picture?: StoredPicture | undefined;
  /** Its position in an animated list, from 0; without it there is no animation. */
  printOrder?: number;
};

export function TicketStub({ prefix, number, title, status, picture, printOrder }: Props) {
  const { t } = useTranslation("common");
  const fullNumber = `${prefix}${number}`;
  return (
    <li
      className={`ticket notch-y ${printOrder === undefined ? "" : "animate-enter"}`}
      style={printOrder === undefined ? undefined : { animationDelay: `${Math.min(printOrder, lastStaggered) * staggerMs}ms` }}
    >
      <span className="ticket-nose">
        {picture ? <Picture picture={picture} alt="" sizes="220px" imgClassName="ticket-car" /> : <LogoMark className="m-auto" />}
      </span>
      <span className="grid min-w-0 gap-1 py-2.5 pe-3 ps-1.5">
        <span className="ticket-number type-mono" translate="no">
          <span className="font-[420] text-faint">{prefix}</span>
          {number}
        </span>{" "}
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm leading-tight text-muted">
          {title} <Badge tone={status.tone}>{status.label}</Badge>
        </span>
      </span>
      <CopyButton text={fullNumber} label={t("copyTicketNumber", { number: fullNumber })} className="justify-self-center" />
    </li>
  );
}

/** Ticket numbers in small frames like tickets. */
export function NumberStubs({ label, numbers }: { label: string; numbers: readonly string[] }) {
  return (
    <ul aria-label={label} className="number-stubs">
      {numbers.map((number) => (
        <li key={number} translate="no" className="type-mono">
          {number}
        </li>
      ))}
    </ul>
  );
}
