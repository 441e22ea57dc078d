/** Links of the header and the footer. `text` is a key of `common` or `footer`. */

type HeaderText = "nav.liveDraws" | "nav.pastWinners" | "nav.howToWin" | "nav.faq";
type FooterText = "enterFree" | "about" | "contact" | "privacy" | "terms" | "cookies" | "draws" | "saferPlay" | "promise";

export type HeaderLink = { readonly to: string; readonly text: HeaderText };
export type FooterLink = { readonly to: string; readonly text: FooterText };

export const HEADER_LINKS: readonly HeaderLink[] = [
  { to: "/prize", text: "nav.liveDraws" },
  { to: "/past-draws", text: "nav.pastWinners" },
  { to: "/how-to-win", text: "nav.howToWin" },
  { to: "/#faq", text: "nav.faq" },
];

export const FOOTER_LINKS: readonly FooterLink[] = [
  { to: "/enter-free", text: "enterFree" },
  { to: "/about", text: "about" },
  { to: "/contact", text: "contact" },
  { to: "/draws", text: "draws" },
  { to: "/privacy", text: "privacy" },
  { to: "/terms", text: "terms" },
  { to: "/cookies", text: "cookies" },
  { to: "/safer-play", text: "saferPlay" },
  { to: "/our-promise", text: "promise" },
];
