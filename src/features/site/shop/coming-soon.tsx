/** The home page while no draw is open. */
import { useTranslation } from "react-i18next";
import { LinkButton } from "#ui/button.tsx";
import { LogoMark } from "#ui/logo.tsx";

export function ComingSoon({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation("home");
  return (
    <section className="hero under-header" aria-labelledby="hero-title">
      <LogoMark className="coming-soon-mark" />
      <div className="wrap">
        <div className="hero-body">
          <p className="type-small">{t("soon.status")}</p>
          <h1 id="hero-title" className="type-greeting mt-4.5">
            {t("soon.title")}
          </h1>
          <p className="type-lead mt-5.5 max-w-[40ch]">{t(isSignedIn ? "soon.textSignedIn" : "soon.text")}</p>
          {!isSignedIn && (
            <p className="mt-8">
              <LinkButton to="/register">{t("soon.notify")}</LinkButton>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
