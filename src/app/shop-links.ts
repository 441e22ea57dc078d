/** Where the header and the footer lead: pages that exist, and no others. `text` is a key of `common`, respectively of `footer`. */

type HeaderText = "nav.liveDraws" | "nav.pastWinners" | "nav.howToWin" | "nav.faq";
type FooterText = "about" | "contact" | "privacy" | "terms" | "cookies";

export type HeaderLink = { readonly to: string; readonly text: HeaderText };
export type FooterLink = { readonly to: string; readonly text: FooterText };

export const HEADER_LINKS: readonly HeaderLink[] = [];

export const FOOTER_LINKS: readonly FooterLink[] = [];
