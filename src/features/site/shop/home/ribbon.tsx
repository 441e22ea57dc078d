/** The moving band above the header. It can be paused, and stands still with reduced motion. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Pause, Play } from "#ui/icons.ts";
import { RIBBON_ROUND_MS } from "#ui/time/timing.ts";

/** A cycle moves by one copy, so that the loop is seamless; the others fill wide screens. */
const COPIES = [1, 2, 3, 4];

/** Characters of one copy: fewer would leave a gap on a wide screen. */
const COPY_LENGTH = 200;

/** The lines, repeated until a copy is long enough. */
function repeatLines(lines: readonly string[]) {
  const length = lines.reduce((sum, line) => sum + line.length + 8, 0);
  const times = Array.from({ length: Math.ceil(COPY_LENGTH / Math.max(length, 1)) }, (_, at) => at);
  return times.flatMap((time) => lines.map((text) => ({ id: `${text} ${time}`, text })));
}

type Props = { socialUrl: string | undefined; lines: readonly string[] };

/** `lines`: announcements. `socialUrl`: where the ribbon links to. */
export function Ribbon({ socialUrl, lines }: Props) {
  const { t } = useTranslation("common");
  const [paused, setPaused] = useState(false);
  const Icon = paused ? Play : Pause;
  return (
    <aside className="ribbon" aria-label={t("ribbon.label")} data-paused={paused ? "" : undefined}>
      <a href={socialUrl} className="ribbon-link" rel="noreferrer">
        <span className="sr-only">{lines.join(". ")}</span>
        <span className="ribbon-track" style={{ animationDuration: `${RIBBON_ROUND_MS}ms` }} aria-hidden="true">
          {COPIES.map((copy) => repeatLines(lines).map(({ id, text }) => <span key={`${id} ${copy}`}>{text}</span>))}
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
