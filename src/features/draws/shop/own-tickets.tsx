/** The visitor's tickets in a draw, as buttons that look them up in the sealed list. */
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";

/** `isLeftOut`: void before the list was sealed, and so not on it. */
export type OwnTicket = { readonly number: number; readonly isLeftOut: boolean };

type Props = { own: readonly OwnTicket[]; chosen: number | undefined; onChoose: (number: number) => void };

export function OwnTickets({ own, chosen, onChoose }: Props) {
  const { t } = useTranslation("pastdraws");
  const { number } = useFormat();
  return (
    <div className="mb-5.5">
      <h3 className="text-[0.9375rem] font-[560]">{t("find.own", { count: own.length, n: number(own.length) })}</h3>
      <p className="type-small mb-2.5">{t("find.ownText")}</p>
      <ul className="own-tickets">
        {own.map((ticket) => (
          <li key={ticket.number}>
            <button
              type="button"
              className="own-ticket"
              aria-pressed={ticket.number === chosen}
              onClick={() => onChoose(ticket.number)}
            >
              <span translate="no" className="type-mono">
                {String(ticket.number).padStart(6, "0")}
              </span>
              {ticket.isLeftOut && <span className="text-muted"> {t("find.ownVoid")}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
