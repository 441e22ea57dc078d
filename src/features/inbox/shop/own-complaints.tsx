import { useTranslation } from "react-i18next";
import { Badge } from "#ui/badge.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Panel, PanelPart } from "#ui/panel.tsx";
import type { OwnComplaint } from "../rules/complaint.ts";

/** Panel of the profile with the player's complaints and their answers. */
export function OwnComplaints({ complaints }: { complaints: readonly OwnComplaint[] }) {
  const { t } = useTranslation("profile");
  const { date } = useFormat();
  if (complaints.length === 0) return null;
  return (
    <Panel>
      <PanelPart className="grid gap-4">
        <h2 className="type-h3">{t("complaints.title")}</h2>
        <ul className="grid gap-5">
          {complaints.map(({ number, subject, madeAt, answerBy, isConfirmed, answeredAt, outcome, answer }) => (
            <li key={number} className="grid gap-1.5 border-t border-line pt-4">
              <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span translate="no" className="type-mono">
                  {number}
                </span>
                {outcome ? (
                  <Badge tone="completed">{t(`complaints.outcomes.${outcome}`)}</Badge>
                ) : (
                  <Badge tone="draft">{t(isConfirmed ? "complaints.confirmed" : "complaints.received")}</Badge>
                )}
              </p>
              <p className="font-[520] wrap-anywhere">{subject}</p>
              <p className="type-small">
                {answeredAt
                  ? t("complaints.answered", { made: date(madeAt), answered: date(answeredAt) })
                  : t("complaints.waits", { made: date(madeAt), by: date(answerBy) })}
              </p>
              {answer && <p className="mt-1 text-[0.9375rem] whitespace-pre-wrap text-muted wrap-anywhere">{answer}</p>}
            </li>
          ))}
        </ul>
      </PanelPart>
    </Panel>
  );
}
