/** Asked once, before the first purchase: is a monthly limit wanted? A plain form, so it works without scripts; with them, what cannot be read is said here. */

import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { HELPLINE } from "#features/accounts/rules/help-organisations.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useRefusal } from "#ui/fields/use-refusal.ts";
import { Panel, PanelPart } from "#ui/panel.tsx";

export function LimitQuestion() {
  const { t } = useTranslation("quiz");
  const { pathname, search } = useLocation();
  const { Form, error, onSubmit } = useRefusal();
  return (
    <Panel label={t("limit.title")} className="mb-8">
      <PanelPart>
        <h2 className="type-h3">{t("limit.title")}</h2>
        <p className="type-small mt-2">
          {t("limit.text")} {t("limit.help", { phone: HELPLINE })}
        </p>
        <Form method="post" action="/safer-play" onSubmit={onSubmit} className="mt-4 grid gap-4">
          <input type="hidden" name="next" value={pathname + search} />
          <TextField
            name="limit"
            label={t("limit.label")}
            error={error && t("limit.bad")}
            inputMode="decimal"
            autoComplete="off"
            placeholder="£"
            maxLength={12}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="limit" variant="outline" size="sm">
              {t("limit.set")}
            </Button>
            <Button type="submit" name="intent" value="skip" variant="tertiary" size="sm">
              {t("limit.skip")}
            </Button>
          </div>
        </Form>
      </PanelPart>
    </Panel>
  );
}
