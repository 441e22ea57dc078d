/** What will happen to a draw that is not sealed yet, and when. */
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import { Timeline } from "#ui/lists/timeline.tsx";
import type { DrawRecord } from "../rules/draw-record.ts";
import { useDelay } from "./use-delay.ts";

/** Of the chain that will decide: quicknet's, or the demonstration's. Source: steps 4 and 9 of the protocol. */
const DELAY_SECONDS = { quicknet: 600, demo: 6 };

export function DrawPlan({ record }: { record: DrawRecord }) {
  const { t } = useTranslation("pastdraws");
  const { date } = useFormat();
  const delay = useDelay();
  const { state, postUntil, isDemo } = record;
  const isClosed = state !== "upcoming" && state !== "open";
  return (
    <section aria-labelledby="plan">
      <h2 id="plan" className="type-h2 mb-7 text-[clamp(1.75rem,1.4rem+1.4vw,2.375rem)]">
        {t("steps.plan")}
      </h2>
      <Timeline
        items={[
          {
            id: "closes",
            title: t(isClosed ? "plan.closed" : "plan.closes", { date: date(record.endDate) }),
            text: t("plan.closesText"),
            done: isClosed,
          },
          ...(postUntil === undefined
            ? []
            : [
                {
                  id: "post",
                  title: t("plan.post", { date: date(new Date(postUntil - 1)) }),
                  text: t("plan.postText"),
                  done: state === "ready",
                },
              ]),
          { id: "seal", title: t("plan.seal"), text: t("plan.sealText") },
          {
            id: "round",
            title: t("plan.round", { delay: delay(isDemo ? DELAY_SECONDS.demo : DELAY_SECONDS.quicknet) }),
            text: t(isDemo ? "plan.roundDemo" : "plan.roundText"),
          },
          { id: "winner", title: t("plan.winner"), text: t("plan.winnerText") },
        ]}
      />
    </section>
  );
}
