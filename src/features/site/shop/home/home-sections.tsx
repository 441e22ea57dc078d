/** Sections of home below the draws. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Picture as StoredPicture } from "#shared/brand/picture.ts";
import { LinkButton } from "#ui/button.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Picture } from "#ui/pictures/picture.tsx";

const CARDS = ["open", "payments", "delivery", "support"] as const;

/** What the shop offers. */
export function Features({ picture }: { picture: StoredPicture | undefined }) {
  const { t } = useTranslation("home");
  return (
    <section className="wrap home-section" aria-labelledby="features-title">
      <div className={picture ? "grid gap-10 lg:grid-cols-[5fr_7fr] lg:gap-16" : "grid gap-10"}>
        {picture && (
          <div className="shot bleed max-lg:rounded-none lg:aspect-auto lg:min-h-110">
            <Picture
              picture={picture}
              alt=""
              sizes="(min-width: 1320px) 510px, (min-width: 1024px) 40vw, 100vw"
              className="absolute inset-0"
            />
          </div>
        )}
        <div className="lg:self-center">
          <h2 id="features-title" className="type-h2 max-w-[18ch]">
            {t("features.title")}
          </h2>
          <ul className="mt-10 grid gap-x-10 gap-y-9 sm:grid-cols-2">
            {CARDS.map((card) => (
              <li key={card} className="border-t border-line pt-5">
                <h3 className="type-h3">{t(`features.${card}`)}</h3>
                <p className="mt-2 text-muted">{t(`features.${card}Text`)}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/** Tickets issued, and printed (none). */
export function EcoFigures({ ticketsIssued }: { ticketsIssued: number }) {
  const { t } = useTranslation("home");
  const { number } = useFormat();
  const figures = [
    { id: "issued", figure: number(ticketsIssued), text: t("eco.issued", { count: ticketsIssued }) },
    { id: "printed", figure: number(0), text: t("eco.printed") },
  ];
  return (
    <section className="wrap home-section" aria-labelledby="eco-title">
      <div className="grid gap-x-16 gap-y-5 lg:grid-cols-2 lg:items-end">
        <h2 id="eco-title" className="type-h2 max-w-[16ch]">
          {t("eco.title")}
        </h2>
        <p className="type-lead">{t("eco.text")}</p>
      </div>
      <ul className="mt-10 grid gap-x-12 gap-y-9 sm:grid-cols-2">
        {figures.map(({ id, figure, text }) => (
          <li key={id} className="border-t border-line pt-6">
            <p className="home-figure">{figure}</p>
            <p className="mt-3 max-w-[30ch] text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Invitation to register, for signed-out visitors. */
export function SignUpBand({ picture }: { picture: StoredPicture | undefined }) {
  const { t } = useTranslation("home");
  return (
    <section className="wrap home-section signed-out-only" aria-labelledby="sign-up-title">
      <div className="sign-up-band">
        {picture && (
          <div className="sign-up-picture">
            <Picture picture={picture} alt="" sizes="(min-width: 1320px) 860px, (min-width: 1024px) 66vw, 100vw" isGround />
          </div>
        )}
        <div className="grid max-w-[26rem] justify-items-start gap-5">
          <h2 id="sign-up-title" className="type-h2">
            {t("signUp.title")}
          </h2>
          <p className="text-muted">{t("signUp.text")}</p>
          <LinkButton to="/register" className="mt-2">
            {t("signUp.action")}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

/** Four facts. `entries`: tickets of the main draw, for the odds; undefined without one. */
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
    // Shown if one of the others is missing.
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

/** Anchor of the section. */
export const HOW_IT_WORKS_ID = "how-it-works";

const STEPS = ["choose", "answer", "watch"] as const;

/**
 * Three steps. `mostOff`: the largest discount of a pack, 0 to 1. `hasOwnPacks`: a draw on sale has other
 * packs than the usual three, so the text names none.
 */
export function HowItWorks({ mostOff, hasOwnPacks }: { mostOff: number; hasOwnPacks: boolean }) {
  const { t } = useTranslation("home");
  const { percent } = useFormat();
  const chooseKey = mostOff === 0 ? "Freely" : hasOwnPacks ? "Pack" : "Text";
  return (
    <section className="wrap home-section" id={HOW_IT_WORKS_ID} tabIndex={-1} aria-labelledby="steps-title">
      <h2 id="steps-title" className="type-h2 max-w-[16ch]">
        {t("steps.title")}
      </h2>
      <ol className="mt-10 grid gap-10 lg:mt-12 lg:grid-cols-3 lg:gap-12">
        {STEPS.map((step, index) => (
          <li key={step} className="border-t border-line pt-6">
            <p className="home-number" aria-hidden="true">
              {index + 1}
            </p>
            <h3 className="type-h3 mt-5">{t(`steps.${step}`)}</h3>
            <p className="mt-1.5 max-w-[34ch] text-muted">
              {t(step === "choose" ? `steps.choose${chooseKey}` : `steps.${step}Text`, { percent: percent(mostOff, 0) })}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
