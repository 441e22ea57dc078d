/** Why a draw was cancelled: the reason's text, and the shop's own words if any. */
import { useTranslation } from "react-i18next";
import type { CancelReason } from "#shared/states.ts";
import { Note } from "../feedback/note.tsx";

type Props = { cancellation: { readonly reason: CancelReason; readonly note: string | undefined } };

export function CancelledBecause({ cancellation: { reason, note } }: Props) {
  const { t } = useTranslation("lottery");
  return (
    <Note tone="info" title={t("cancelledBecause")}>
      <p>{t(`cancelReasons.${reason}`)}</p>
      {note !== undefined && <p className="mt-2 [overflow-wrap:anywhere]">{note}</p>}
    </Note>
  );
}
