/** Says to a screen reader that the turn has come or something has changed, at once; and where one stands, once a minute. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import type { OwnTurn } from "../rules/live-queue.ts";
import { useWait } from "./queue-standing.tsx";

const PAUSE_MS = 60_000;

type Props = { stand: string; turn: OwnTurn | undefined; heading: string };

export function QueueNews({ stand, turn, heading }: Props) {
  const { t } = useTranslation("queue");
  const { number } = useFormat();
  const wait = useWait();
  const [minute, setMinute] = useState(0);
  const [said, setSaid] = useState({ stand, minute, text: "" });
  useEffect(() => {
    const timer = setInterval(() => setMinute((before) => before + 1), PAUSE_MS);
    return () => clearInterval(timer);
  }, []);
  if (said.stand !== stand) setSaid({ stand, minute, text: heading });
  else if (said.minute !== minute) {
    const ahead = turn?.ahead ?? 0;
    const where = turn ? t("news", { count: Math.min(ahead, 2), n: number(ahead), wait: wait(turn) }) : said.text;
    setSaid({ stand, minute, text: stand === "waiting" ? where : said.text });
  }
  return (
    <p role="status" className="sr-only">
      {said.text}
    </p>
  );
}
