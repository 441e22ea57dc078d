/** An invitation to open an account, for those who have none yet. */
import { useTranslation } from "react-i18next";
import type { Picture as StoredPicture } from "#shared/picture.ts";
import { LinkButton } from "#ui/button.tsx";
import { Picture } from "#ui/pictures/picture.tsx";

export function SignUpBand({ picture }: { picture: StoredPicture | undefined }) {
  const { t } = useTranslation("home");
  return (
    <section className="wrap home-section" aria-labelledby="sign-up-title">
      <div className="sign-up-band">
        {picture && (
          <div className="sign-up-picture">
            <Picture picture={picture} alt="" sizes="(min-width: 1320px) 860px, (min-width: 1024px) 66vw, 100vw" />
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
