/** What screen readers hear on the live page. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatTicketNumber } from "#shared/ids.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import type { LiveDraw } from "../../rules/live/live-draw.ts";
import type { LiveStageName } from "./live-stage-name.ts";
import type { ShownDraw } from "./shown-draw.ts";

type Props = { draw: ShownDraw; live: LiveDraw; stage: LiveStageName; secondsLeft: number; isFresh: boolean };

function useAnnouncement({ draw, live, stage, secondsLeft, isFresh }: Props): string {
  const { t } = useTranslation("live");
  const { number } = useFormat();
  const round = number(live.sealed?.round ?? 0);
  switch (stage) {
    case "ahead":
      return "";
    case "counting":
      if (secondsLeft <= 10) return t("announce.ten");
      return secondsLeft <= 60 ? t("announce.minute") : t("announce.sealed");
    case "due":
    case "late":
      return t(`stage.${stage}.title`);
    case "repeating":
      return t("stage.repeating.title", { round });
    case "none":
      return t(live.state === "empty" ? "none.empty" : "none.cancelled");
    case "drawn":
      if (!isFresh) return "";
      return (live.drawn?.prizes ?? [])
        .flatMap(({ place, ticket, firstName, isReplaced }) => {
          if (ticket === undefined) return [];
          const name = isReplaced ? t("result.replacedShort") : (firstName ?? t("result.player"));
          const values = { ticket: formatTicketNumber(draw.shortNumber, ticket), name };
          return live.drawn?.prizes.length === 1
            ? t("announce.result", values)
            : t("announce.prize", { ...values, n: number(place) });
        })
        .join(" ");
  }
}

/** Tells screen readers each change once. Of the countdown, only the last minute and the last ten seconds. */
export function LiveAnnouncer(props: Props) {
  const text = useAnnouncement(props);
  const [first] = useState(text);
  return (
    <p role="status" className="sr-only">
      {text === first ? "" : text}
    </p>
  );
}
