import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";
import {
  EXCLUSIONS,
  type ExclusionLength,
  type LimitsView,
  PAUSES,
  type PauseLength,
} from "#features/accounts/rules/person/safer-play.ts";
import type { Pence } from "#shared/money/money.ts";
import { POUNDS, readNumber } from "#shared/text/typed-number.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { NumberField } from "#ui/fields/number-field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import type { FormReply } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { SaferPlayHelp } from "./safer-play-help.tsx";

/** Reply of /safer-play. */
export type SaferPlayReply = FormReply<string, "bad_limit" | "bad_request">;

/** `spent`: pence this month. `back`: the page to return to. `checkedAt`: of the helplines. */
type Props = {
  view: LimitsView;
  spent: Pence;
  back: string;
  checkedAt: Date | undefined;
};

/** The player's limit, pause, self-exclusion, closing the account, and help. */
export function SaferPlayPanel({ view, spent, back, checkedAt }: Props) {
  const { t } = useTranslation("profile");
  return (
    <Panel label={t("saferPlay.title")}>
      <PanelPart>
        <h2 className="type-h3">{t("saferPlay.limit.title")}</h2>
        <LimitState view={view} spent={spent} back={back} />
        <LimitForm view={view} back={back} />
      </PanelPart>
      <PanelPart>
        <ExclusionForm kind="pause" lengths={Object.keys(PAUSES) as PauseLength[]} exclusion={view.exclusion} back={back} />
      </PanelPart>
      <PanelPart>
        <ExclusionForm
          kind="exclusion"
          lengths={Object.keys(EXCLUSIONS) as ExclusionLength[]}
          exclusion={view.exclusion}
          back={back}
        />
      </PanelPart>
      <PanelPart>
        <h2 className="type-h3">{t("saferPlay.close.title")}</h2>
        <p className="mt-2 text-muted">{t("saferPlay.close.text")}</p>
        {/* A full load opens the target's `details` element. */}
        <Link to="/profile?tab=security#delete-account" reloadDocument className="link mt-2 inline-flex min-h-11 items-center">
          {t("saferPlay.close.link")}
        </Link>
      </PanelPart>
      <PanelPart>
        <h2 className="type-h3">{t("saferPlay.help.title")}</h2>
        <SaferPlayHelp checkedAt={checkedAt} />
      </PanelPart>
    </Panel>
  );
}

/** The present limit, what is left, and a pending raise. */
function LimitState({ view: { limit, next }, spent, back }: Pick<Props, "view" | "spent" | "back">) {
  const { t } = useTranslation("profile");
  const { money } = useFormat();
  const moment = useMoment();
  if (limit === undefined) return <p className="mt-2 text-muted">{t("saferPlay.limit.none")}</p>;
  const left = money(Math.max(0, limit - spent) as Pence);
  return (
    <>
      <p className="mt-2">{t("saferPlay.limit.is", { limit: money(limit) })}</p>
      <p className="type-small mt-1">{t("saferPlay.limit.spent", { spent: money(spent), left })}</p>
      {next && (
        <div className="mt-4">
          <Note
            tone="info"
            title={
              next.limit === undefined
                ? t("saferPlay.limit.ends", { date: moment(next.from) })
                : t("saferPlay.limit.later", { date: moment(next.from), limit: money(next.limit) })
            }
            action={
              <SaferPlayForm intent="keep" back={back}>
                <Button type="submit" variant="tertiary" size="sm">
                  {t("saferPlay.limit.keep", { limit: money(limit) })}
                </Button>
              </SaferPlayForm>
            }
          />
        </div>
      )}
    </>
  );
}

function LimitForm({ view, back }: Pick<Props, "view" | "back">) {
  const { t } = useTranslation("profile");
  const form = useShopForm<SaferPlayReply>({ intent: "limit", say: () => t("saferPlay.limit.bad") });
  return (
    <>
      <ShopFormFrame form={form} action="/safer-play" fields={{ next: back }} className="mt-5 grid gap-4">
        <NumberField
          {...form.field("limit")}
          label={t("saferPlay.limit.label")}
          hint={t("saferPlay.limit.hint")}
          isAnnounced
          inputMode="decimal"
          placeholder="£"
          problemOf={(text) => (readNumber(text, POUNDS).ok ? undefined : t("saferPlay.limit.bad"))}
          aria-required
        />
        <div>
          <Button type="submit" variant="outline" size="sm">
            {t("saferPlay.limit.set")}
          </Button>
        </div>
      </ShopFormFrame>
      {view.limit !== undefined && (
        <SaferPlayForm intent="lift" back={back} className="mt-3">
          <Button type="submit" variant="tertiary" size="sm">
            {t("saferPlay.limit.lift")}
          </Button>
        </SaferPlayForm>
      )}
    </>
  );
}

type ExclusionFormProps = {
  kind: "pause" | "exclusion";
  lengths: readonly (PauseLength | ExclusionLength)[];
  exclusion: LimitsView["exclusion"];
  back: string;
};

/** Starts a pause or self-exclusion. */
function ExclusionForm({ kind, lengths, exclusion, back }: ExclusionFormProps) {
  const { t } = useTranslation("profile");
  const moment = useMoment();
  const id = useId();
  const isIn = exclusion?.kind === (kind === "pause" ? "paused" : "excluded");
  const words = (key: string) => t(`saferPlay.${kind}.${key}` as "saferPlay.pause.title");
  return (
    <>
      <h2 className="type-h3">{words("title")}</h2>
      {exclusion && isIn && (
        <div className="mt-3">
          <Note tone="info" title={t(`saferPlay.${kind}.is`, { date: moment(exclusion.until) })} />
        </div>
      )}
      <p className="mt-2 text-muted">{words("text")}</p>
      <SaferPlayForm intent={kind} back={back} className="mt-5 grid gap-4">
        <SelectField
          id={id}
          name="length"
          label={words("label")}
          options={lengths.map((length) => ({ value: length, label: words(length) }))}
        />
        <Checkbox name="confirm" id={`${id}-confirm`} label={words("confirm")} required />
        <div>
          <Button type="submit" variant={kind === "pause" ? "outline" : "danger"} size="sm">
            {words("start")}
          </Button>
        </div>
      </SaferPlayForm>
    </>
  );
}

type SendingProps = { intent: string; back: string; className?: string; children: ReactNode };

/** A form to /safer-play. */
function SaferPlayForm({ intent, back, ...rest }: SendingProps) {
  return <ShopFormFrame form={{ Form, intent }} action="/safer-play" fields={{ next: back }} {...rest} />;
}

/** "4 December 2026 at 18:05": a day alone would be ambiguous. */
function useMoment(): (instant: number) => string {
  const { t } = useTranslation("profile");
  const { date } = useFormat();
  return (instant) => t("saferPlay.moment", { date: date(new Date(instant)), time: date(new Date(instant), "time") });
}
