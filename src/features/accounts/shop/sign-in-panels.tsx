/** Panels of the profile's security tab: passkeys and second factor. */
import { useTranslation } from "react-i18next";
import { Badge } from "#ui/badge.tsx";
import { LinkButton } from "#ui/button.tsx";
import { KeyRound, ShieldCheck, ShieldPlus } from "#ui/icons.ts";

/** `count`: how many passkeys the account has. */
export function PasskeysPanel({ count }: { count: number }) {
  const { t } = useTranslation("auth");
  return (
    <section aria-labelledby="passkeys-title" className="grid gap-5">
      <div className="grid gap-2">
        <h2 id="passkeys-title" className="type-h3 flex flex-wrap items-center gap-3">
          <KeyRound size={22} strokeWidth={1.5} className="flex-none text-muted" aria-hidden="true" />
          {t("passkey.title")}
          {count > 0 && <Badge tone="active">{t("passkey.count", { count })}</Badge>}
        </h2>
        <p className="text-muted">{t("passkey.panel")}</p>
      </div>
      <div>
        <LinkButton to="/passkeys" variant="outline" size="sm">
          {t(count > 0 ? "passkey.manage" : "passkey.add")}
        </LinkButton>
      </div>
    </section>
  );
}

/** `isOn`: an authenticator app is set up. */
export function SecondFactorPanel({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation("auth");
  const Icon = isOn ? ShieldCheck : ShieldPlus;
  return (
    <section aria-labelledby="factor-title" className="grid gap-5">
      <div className="grid gap-2">
        <h2 id="factor-title" className="type-h3 flex flex-wrap items-center gap-3">
          <Icon size={22} strokeWidth={1.5} className="flex-none text-muted" aria-hidden="true" />
          {t("factor.title")}
          <Badge tone={isOn ? "active" : "completed"}>{t(isOn ? "factor.isOn" : "factor.isOff")}</Badge>
        </h2>
        <p className="text-muted">{t(isOn ? "factor.onLead" : "factor.lead")}</p>
      </div>
      <div>
        <LinkButton to="/second-factor" variant="outline" size="sm">
          {t(isOn ? "factor.manage" : "factor.begin")}
        </LinkButton>
      </div>
    </section>
  );
}
