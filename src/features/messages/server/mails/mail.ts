/** A mail as data: what it says, in blocks. `render-mail.ts` makes HTML and plain text of it. */
import type { Brand, Trader } from "#shared/brand.ts";
import type { DrawDates } from "#shared/draw-dates.ts";
import type { Picture } from "#shared/picture.ts";
import type { CancelReason } from "#shared/states.ts";

/** A mail ready to be sent. `html` has no line that a mail server would have to cut, `text` says the same in words. */
export type MailContent = { readonly subject: string; readonly html: string; readonly text: string };

/** Who writes, and where the links lead. `publicUrl` is the site's origin, without a slash at the end. */
export type MailSender = {
  readonly shop: string;
  readonly colours: Brand["colours"];
  readonly logo?: Brand["logo"];
  readonly publicUrl: string;
  /** Nothing that it tells of is real (docs/decisions/0067). */
  readonly isTest: boolean;
  readonly trader: Omit<Trader, "postalEntryAddress">;
};

export type MailDraw = {
  readonly id: string;
  /** The 42 of CONC-0042-000137. */
  readonly shortNumber: number;
  readonly name: string;
  readonly dates: DrawDates;
  readonly picture?: Picture | undefined;
  readonly cancellation?: { readonly reason: CancelReason; readonly note: string | undefined } | undefined;
};

/** `tag` is the ticket's private one, in lowercase hex; it is left out of the mail where it is left out here. */
export type MailTicket = { readonly number: number; readonly tag?: string | undefined };

export type MailLink = { readonly label: string; readonly href: string };
export type MailRow = { readonly label: string; readonly value: string };
export type SumLine = MailRow & { readonly tone?: "saving" | "total" };
export type MailPicture = { readonly picture: Picture; readonly alt: string };
/** A draw in a list of several. `line` says in one line what name, facts and end say. */
export type ListedDraw = MailLink & {
  readonly picture: Picture | undefined;
  readonly facts: string;
  readonly ends: string;
  readonly line: string;
};
/** Tickets of one draw, in ascending order. `about`: what the private tags are for, where there are any. */
export type ListedTickets = {
  readonly ranges: readonly string[];
  readonly tickets: readonly { readonly number: string; readonly tag: string | undefined }[];
  readonly about: string | undefined;
};

export type Block =
  | { readonly kind: "heading"; readonly text: string }
  /** Line breaks stay, and addresses of this site can be followed. Nothing else that is written means anything but itself. */
  | { readonly kind: "text"; readonly text: string }
  /** Somebody else's words: nothing in them can be followed. */
  | { readonly kind: "quote"; readonly text: string }
  /** Small print, a line each, the link behind. `isLast`: nothing follows it. */
  | { readonly kind: "fine"; readonly lines: readonly string[]; readonly link?: MailLink | undefined; readonly isLast?: boolean }
  | { readonly kind: "item"; readonly title: string; readonly text: string; readonly href: string }
  /** The one action of a mail, and beside it at most one link. */
  | { readonly kind: "action"; readonly link: MailLink; readonly beside: MailLink | undefined }
  /** The last of them large. */
  | { readonly kind: "sums"; readonly title?: string; readonly lines: readonly SumLine[] }
  | { readonly kind: "receipt"; readonly rows: readonly MailRow[] }
  | ({ readonly kind: "tickets"; readonly title: string } & ListedTickets)
  /** The end of the HTML: what `tickets` shows no room for. The text has it there. */
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
  /** What the list of mails shows behind the subject; else the first text of the mail. */
  readonly preview?: string;
  /** Lies across the head. */
  readonly picture?: MailPicture | undefined;
  readonly title?: string;
  readonly hello?: string;
  readonly blocks: readonly (Block | false | undefined)[];
  readonly why: string;
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
