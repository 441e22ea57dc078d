/** A visitor's place in the queue as figures and a progress bar. */
import { useTranslation } from "react-i18next";
import { Facts } from "#ui/facts.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { LiveQueue, OwnTurn } from "../rules/live-queue.ts";

type Props = { live: LiveQueue; number: number; turn: OwnTurn | undefined };

/** The estimated wait in words, in five-minute steps above ten minutes. */
export function useWait(): (turn: OwnTurn) => string {
  const { t } = useTranslation("queue");
  const { number } = useFormat();
  return ({ minutes }) => {
    if (minutes === undefined) return t("wait.unknown");
    if (minutes <= 1) return t("wait.soon");
    if (minutes > 60) return t("wait.long");
    return t("wait.minutes", { n: number(minutes > 10 ? Math.ceil(minutes / 5) * 5 : minutes) });
  };
}

/** `turn` is undefined before the order is drawn: then only the number and the number of visitors show. */
export function QueueStanding({ live, number, turn }: Props) {
  const { t } = useTranslation("queue");
  const { number: format } = useFormat();
  const wait = useWait();
  if (live.phase === "soon" || !turn)
    return (
      <Facts
        items={[
          { label: t("facts.number"), value: format(number) },
          { label: t("facts.here"), value: format(live.places) },
        ]}
      />
    );
  const share = Math.min(1, live.admitted / turn.position);
  return (
    <div className="grid gap-6">
      <Facts
        items={[
          { label: t("facts.ahead"), value: format(turn.ahead) },
          { label: t("facts.wait"), value: live.phase === "open" ? wait(turn) : t("wait.unknown") },
        ]}
      />
      <div>
        <div
          className="bar"
          role="progressbar"
          aria-label={t("facts.progress")}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor(share * 100)}
        >
          <span style={{ width: `${(share * 100).toFixed(1)}%` }} />
        </div>
        <p className="type-small mt-2.5">
          {t("facts.position", { position: format(turn.position), places: format(live.places) })}
        </p>
      </div>
    </div>
  );
}
