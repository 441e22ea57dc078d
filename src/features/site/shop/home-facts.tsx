/** Four short facts under the hero: the odds, who draws, how many cars are won, how to pay. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "#ui/i18n/messages.ts";

/** `entries` is what odds are counted among of the draw above, if there is one. */
export function HomeFacts({ entries, carsWon }: { entries: number | undefined; carsWon: number }) {
  const { t } = useTranslation("home");
  const { number } = useFormat();
  const facts = [
    ...(entries === undefined ? [] : [{ title: t("facts.odds", { total: number(entries) }), text: t("facts.oddsText") }]),
    { title: t("facts.draw"), text: t("facts.drawText") },
    ...(carsWon === 0
      ? []
      : [{ title: t("facts.cars", { count: carsWon, n: number(carsWon) }), text: t("facts.carsText"), to: "/past-draws" }]),
    { title: t("facts.checkout"), text: t("facts.checkoutText") },
    // Where one of the others has nothing to say.
    { title: t("facts.adults"), text: t("facts.adultsText") },
  ].slice(0, 4);
  return (
    <section className="wrap" aria-label={t("facts.label")}>
      <ul className="home-facts">
        {facts.map(({ title, text, to }) => (
          <li key={title}>
            <p className="type-h3">{title}</p>
            {to ? (
              <Link to={to} className="link-quiet type-small -my-2">
                {text}
              </Link>
            ) : (
              <p className="type-small mt-1">{text}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
