import { useTranslation } from "react-i18next";
import { LinkButton } from "#ui/button.tsx";
import type { TeaserPicture } from "./teaser-picture.ts";

/** Top of home while no draw is open. */
export default function ComingSoon({ teaser }: { teaser: TeaserPicture }) {
  const { t } = useTranslation("home");
  return (
    <section className="hero under-header" aria-labelledby="hero-title">
      <picture className="hero-picture">
        <source type="image/avif" srcSet={teaser.srcSet} sizes="(min-width: 1024px) 84vw, 122vw" />
        <img src={teaser.fallback} alt="" width={1500} height={937} fetchPriority="high" />
      </picture>
      <div className="wrap">
        <div className="hero-body">
          <p className="type-small">{t("soon.status")}</p>
          <h1 id="hero-title" className="type-greeting mt-4.5">
            {t("soon.title")}
          </h1>
          <p className="type-lead mt-5.5 max-w-[40ch] signed-in-only">{t("soon.textSignedIn")}</p>
          <p className="type-lead mt-5.5 max-w-[40ch] signed-out-only">{t("soon.text")}</p>
          <p className="mt-8 signed-out-only">
            <LinkButton to="/register">{t("soon.notify")}</LinkButton>
          </p>
        </div>
      </div>
    </section>
  );
}
