/** A mail as data, in blocks. `render-mail.ts` turns it into HTML and plain text. */
import type { Brand, Trader } from "#shared/brand/brand.ts";
import type { Picture } from "#shared/brand/picture.ts";
import type { DrawDates } from "#shared/dates/draw-dates.ts";
import type { Pence } from "#shared/money/money.ts";
import type { CancelReason } from "#shared/states.ts";

/** A mail to be sent. `html` has no line above the length limit of mail servers. */
export type MailContent = { readonly subject: string; readonly html: string; readonly text: string };

/** The sender, and the site's origin `publicUrl`, without a slash at the end. */
export type MailSender = {
  readonly shop: string;
  readonly colours: Brand["colours"];
  readonly logo?: Brand["logo"];
  readonly publicUrl: string;
  /** Demonstration or test data (docs/decisions/0067). */
  readonly isTest: boolean;
  readonly trader: Omit<Trader, "postalEntryAddress">;
};

/** What a mail says about a draw. */
export type MailDraw = {
  readonly id: string;
  /** The 42 of CONC-0042-000137. */
  readonly shortNumber: number;
  readonly name: string;
  /** All prizes of a draw with several, in order. */
  readonly prizes?: readonly { readonly title: string; readonly value: Pence }[] | undefined;
  readonly dates: DrawDates;
  readonly picture?: Picture | undefined;
  readonly cancellation?: { readonly reason: CancelReason; readonly note: string | undefined } | undefined;
};

/** `tag`: the ticket's private tag in lowercase hex, if the mail shows it. */
export type MailTicket = { readonly number: number; readonly tag?: string | undefined };

export type MailLink = { readonly label: string; readonly href: string };
export type MailRow = { readonly label: string; readonly value: string };
export type SumLine = MailRow & { readonly tone?: "saving" | "total" };
export type MailPicture = { readonly picture: Picture; readonly alt: string };
/** `line`: name, facts and end in one line. */
export type ListedDraw = MailLink & {
  readonly picture: Picture | undefined;
  readonly facts: string;
  readonly ends: string;
  readonly line: string;
};
/** Tickets of one draw, in ascending order. `about`: what the private tags are for, if there are any. */
export type ListedTickets = {
  readonly ranges: readonly string[];
  readonly tickets: readonly { readonly number: string; readonly tag: string | undefined }[];
  readonly about: string | undefined;
};

export type Block =
  | { readonly kind: "heading"; readonly text: string }
  /** Line breaks stay, and addresses of this site become links. Everything else is escaped. */
  | { readonly kind: "text"; readonly text: string }
  /** A quotation, without links. */
  | { readonly kind: "quote"; readonly text: string }
  /** Small print, one line each, then the link. `isLast`: the last block. */
  | { readonly kind: "fine"; readonly lines: readonly string[]; readonly link?: MailLink | undefined; readonly isLast?: boolean }
  | { readonly kind: "item"; readonly title: string; readonly text: string; readonly href: string }
  /** The main button of a mail, and at most one other link. */
  | { readonly kind: "action"; readonly link: MailLink; readonly beside: MailLink | undefined }
  /** The last line is large. */
  | { readonly kind: "sums"; readonly title?: string; readonly lines: readonly SumLine[] }
  | { readonly kind: "receipt"; readonly rows: readonly MailRow[] }
  | ({ readonly kind: "tickets"; readonly title: string } & ListedTickets)
  /** At the end of the HTML part: numbers that `tickets` has no room for. */
  | ({ readonly kind: "ticketList"; readonly title: string } & ListedTickets)
  | {
      readonly kind: "steps";
      readonly title: string;
      readonly steps: readonly { readonly title: string; readonly text: string }[];
      readonly link: MailLink;
    }
  | ({ readonly kind: "picture" } & MailPicture)
  | { readonly kind: "draws"; readonly draws: readonly ListedDraw[] }
  | { readonly kind: "offer"; readonly label: string; readonly code: string; readonly off: string; readonly until: string }
  | { readonly kind: "space" };

export type Mail = {
  readonly subject: string;
  /** The preview in a list of mails; default: the mail's first text. */
  readonly preview?: string;
  /** At the top of the mail, above its title. */
  readonly picture?: MailPicture | undefined;
  readonly title?: string;
  /** "Hello Amelia,". */
  readonly hello?: string;
  readonly blocks: readonly (Block | false | undefined)[];
  /** Why the reader gets this mail, for the foot. */
  readonly why: string;
  /** Unsubscribes; in advertising only. */
  readonly leave?: MailLink;
};

export function text(text: string): Block {
  return { kind: "text", text };
}

export function fine(...lines: readonly string[]): Block {
  return { kind: "fine", lines };
}

export function action(link: MailLink, beside?: MailLink): Block {
  return { kind: "action", link, beside };
}

export function receipt(...rows: readonly (MailRow | undefined)[]): Block {
  return { kind: "receipt", rows: rows.filter((row) => row !== undefined) };
}
