/** The band over the header that runs through a few true sentences and leads to the shop's social profile. It can be paused, and stands still for who prefers that. */
import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { RIBBON_ROUND_MS } from "#ui/time/timing.ts";
import { socialName } from "../rules/social-name.ts";

const MESSAGES = ["follow", "draw", "odds", "adults"] as const;
/** A round moves by one of them, so that the next stands where it stood; the others fill the band on any screen. */
const COPIES = [1, 2, 3, 4];

/** As many characters as the shop's four have: fewer would leave a gap on a wide screen. */
const ROUND = 200;
type Message = { readonly id: string; readonly text: string };

function inRound(messages: readonly Message[]): readonly Message[] {
  const length = messages.reduce((sum, { text }) => sum + text.length + 8, 0);
  const times = Array.from({ length: Math.ceil(ROUND / Math.max(length, 1)) }, (_, at) => at);
  return times.flatMap((time) => messages.map(({ id, text }) => ({ id: `${id} ${time}`, text })));
}

type Props = { socialUrl: string | undefined; own: readonly string[] | undefined };

/** `own`: the operator's announcements, instead of the shop's four. */
export function Ribbon({ socialUrl = "", own }: Props) {
  const { t } = useTranslation("common");
  const [paused, setPaused] = useState(false);
  const messages = own
    ? own.map((text) => ({ id: text, text }))
    : MESSAGES.map((id) => ({ id, text: t(`ribbon.${id}`, { name: socialName(socialUrl) }) }));
  const Icon = paused ? Play : Pause;
  return (
    <aside className="ribbon" aria-label={t("ribbon.label")} data-paused={paused ? "" : undefined}>
      <a href={socialUrl} className="ribbon-link" rel="noreferrer">
        <span className="sr-only">{messages.map(({ text }) => text).join(". ")}</span>
        <span className="ribbon-track" style={{ animationDuration: `${RIBBON_ROUND_MS}ms` }} aria-hidden="true">
          {COPIES.map((copy) => inRound(messages).map(({ id, text }) => <span key={`${id} ${copy}`}>{text}</span>))}
        </span>
      </a>
      <button
        type="button"
        className="ribbon-pause needs-scripts"
        aria-pressed={paused}
        aria-label={t("ribbon.pause")}
        title={t("ribbon.pause")}
        onClick={() => setPaused(!paused)}
      >
        <Icon size={16} strokeWidth={2} aria-hidden="true" />
      </button>
    </aside>
  );
}
