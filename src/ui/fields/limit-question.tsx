/** Offers a monthly spending limit. It is a plain form; scripts report an invalid amount here. */
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { POUNDS, readNumber } from "#shared/text/typed-number.ts";
import { Button } from "../button.tsx";
import { ShopFormFrame } from "../forms/shop-form-frame.tsx";
import { useSubmission } from "../forms/use-submission.ts";
import { Panel, PanelPart } from "../panel.tsx";
import { NumberField } from "./number-field.tsx";

type Props = {
  /** When it is offered, such as after registration: stored with the answer, so that each is used once. */
  moment: string;
  /** The helpline's number. */
  phone: string;
  className?: string;
};

export function LimitQuestion({ moment, phone, className }: Props) {
  const { t } = useTranslation("quiz");
  const { pathname, search } = useLocation();
  const { Form, reply, isOver } = useSubmission({ intent: "limit" });
  const isRefused = reply?.refused !== undefined && !isOver;
  return (
    <Panel label={t("limit.title")} {...(className !== undefined && { className })}>
      <PanelPart>
        <h2 className="type-h3">{t("limit.title")}</h2>
        <p className="type-small mt-2">
          {t("limit.text")} {t("limit.help", { phone })}
        </p>
        <ShopFormFrame
          form={{ Form, intent: "limit" }}
          sendsIntent={false}
          action="/safer-play"
          fields={{ next: pathname + search, moment }}
          className="mt-4 grid gap-4"
        >
          <NumberField
            name="limit"
            label={t("limit.label")}
            error={isRefused ? t("limit.bad") : undefined}
            inputMode="decimal"
            placeholder="£"
            problemOf={(text) => (readNumber(text, POUNDS).ok ? undefined : t("limit.bad"))}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="limit" variant="outline" size="sm">
              {t("limit.set")}
            </Button>
            <Button type="submit" name="intent" value="skip" variant="tertiary" size="sm">
              {t("limit.skip")}
            </Button>
          </div>
        </ShopFormFrame>
      </PanelPart>
    </Panel>
  );
}
