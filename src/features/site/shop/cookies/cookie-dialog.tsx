import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/feedback/dialog.tsx";
import { Switch } from "#ui/fields/switch.tsx";
import { Lock } from "#ui/icons.ts";
import { type CookieSettings, OPTIONAL_COOKIES } from "../../rules/cookie-settings.ts";

type Props = { settings: CookieSettings; onSave: (settings: CookieSettings) => void; onCancel: () => void };

/** Dialog of the cookie settings. `settings`: the present choice. */
export default function CookieDialog({ settings, onSave, onCancel }: Props) {
  const { t } = useTranslation("common");
  const [chosen, setChosen] = useState(settings);
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title={t("consent.title")}
      description={t("consent.description")}
      footer={
        <>
          <Button variant="outline" onClick={onCancel}>
            {t("consent.cancel")}
          </Button>
          <Button onClick={() => onSave(chosen)}>{t("consent.save")}</Button>
        </>
      }
    >
      <div className="divide-y divide-line border-t border-line *:py-3.5">
        <Essential />
        {OPTIONAL_COOKIES.map((kind) => (
          <Switch
            key={kind}
            name={`cookies-${kind}`}
            label={t(`consent.${kind}`)}
            description={t(`consent.${kind}Text`)}
            checked={chosen[kind]}
            onChange={(event) => setChosen({ ...chosen, [kind]: event.target.checked })}
          />
        ))}
      </div>
    </Dialog>
  );
}

function Essential() {
  const { t } = useTranslation("common");
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <p className="font-[580]">{t("consent.essential")}</p>
        <p className="type-small mt-1">{t("consent.essentialText")}</p>
      </div>
      <span className="badge badge-plain flex-none bg-grey-ground text-grey-text">
        <Lock size={14} strokeWidth={1.6} aria-hidden="true" />
        {t("consent.required")}
      </span>
    </div>
  );
}
