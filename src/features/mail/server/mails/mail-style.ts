/** Colours and type of the mails, inline where mail programs need it. Some support the dark variant. */
import type { CSSProperties } from "react";

export const colours = {
  page: "#f0efea",
  card: "#ffffff",
  foot: "#f7f6f3",
  ink: "#1b1a18",
  muted: "#5e5a53",
  line: "#e0ddd5",
  saving: "#146c43",
  night: "#0b0b0c",
  onNight: "#f5f1ea",
  onNightMuted: "#b9b3a9",
} as const;

export const font = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Helvetica, Arial, sans-serif";
export const mono = "'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace";

export const body: CSSProperties = { margin: "0 0 16px", color: colours.ink, fontSize: 16, lineHeight: "25px" };
export const small: CSSProperties = { color: colours.muted, fontSize: 13, lineHeight: "20px" };

/** For mail programs with a dark mode: these classes must override the inline styles. */
export const DARK = `
@media (prefers-color-scheme: dark) {
.page { background: #0b0b0c !important; }
.card { background: #141416 !important; }
.foot { background: #1c1c1f !important; }
.ink { color: #f5f1ea !important; }
.muted { color: #b9b3a9 !important; }
.saving { color: #7bd3a0 !important; }
.line { border-color: #3a3733 !important; }
}
@media (max-width: 480px) {
.page { padding: 0 !important; }
.card, .top, .foot { border-radius: 0 !important; }
.pad { padding-left: 20px !important; padding-right: 20px !important; }
.wide { display: block !important; margin: 0 !important; text-align: center !important; }
}
`;
