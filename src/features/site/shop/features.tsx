/** What a visitor may rely on, in four cards beside a detail of the car. */
import { useTranslation } from "react-i18next";
import type { Picture as StoredPicture } from "#shared/picture.ts";
import { Picture } from "#ui/pictures/picture.tsx";

const CARDS = ["open", "payments", "delivery", "support"] as const;

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
