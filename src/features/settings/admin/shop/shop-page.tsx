/** /admin/shop: the shop's name, appearance and seller, with a preview beside the form. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { z } from "zod";
import { adminCall, runAction, permitted } from "#features/accounts/server/sessions/admin-call.ts";
import { findFields } from "#platform/request/body.server.ts";
import { isColour, isLightGround, type Unreadable } from "#shared/brand/brand-colours.ts";
import { DEMO_BRAND, TYPEFACES } from "#shared/brand/brand.ts";
import { AdminCard, AdminPage } from "#ui/admin/admin-page.tsx";
import { SaveBar } from "#ui/admin/save-bar.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Button } from "#ui/button.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea, TextField } from "#ui/fields/text-field.tsx";
import { UnsavedGuard, useTyped } from "#ui/fields/unsaved-guard.tsx";
import { useDisplayedVersion } from "#ui/fields/use-displayed-version.ts";
import { parseForm, typedText, typedTexts } from "#ui/forms/parse-form.ts";
import { type FormReply, refuse, replyTo } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { FormProblem, useShopForm } from "#ui/forms/use-shop-form.tsx";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { reloadPage } from "#ui/loading/reload-page.ts";
import {
  BRAND_FIELDS,
  type BrandFields,
  type BrandProblem,
  LONGEST_NAME,
  LONGEST_STATEMENT_WORD,
} from "../../rules/brand-form.ts";
import { saveBrand, showBrand } from "../../server/save-brand.ts";
import type { Route } from "./+types/shop-page.ts";
import { ColourField } from "./colour-field.tsx";
import { LogoField } from "./logo-field.tsx";
import { OfferedLanguages, OwnLanguages } from "./offered-languages.tsx";
import { ShopPreview } from "./shop-preview.tsx";

export const handle = {
  messages: ["admin-people", "admin-texts", "promise"],
  failures: { load: "admin:notLoaded.shop", send: "admin-people:shop.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  return permitted(await showBrand(ctx, actor)).value;
}

/**
 * `contrast`: contrast ratios of unreadable colours, present and required; `reloads`: the page has to be
 * loaded again, since its languages have changed.
 */
type BrandReply = FormReply<
  "brand",
  Exclude<BrandProblem["problem"], "unreadable"> | Unreadable["pair"] | "changed_meanwhile" | "failed"
> & { readonly contrast?: Pick<Unreadable, "has" | "needs">; readonly reloads?: boolean };

const schema = z.object({
  ...{ intent: z.literal("brand"), version: typedText },
  ...typedTexts(BRAND_FIELDS),
  languages: z.array(z.string()).default([]),
  confirm_gaps: z.string().default(""),
});

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = (await findFields(request, MOST_FORM_BYTES)) ?? new URLSearchParams();
  const submission = parseForm(form, schema);
  if (submission.status !== "success") throw redirect("/admin/shop");
  const { intent, version, languages, confirm_gaps, ...fields } = submission.value;
  const before = ctx.brand.current.switchedOff;
  const saving = saveBrand(ctx, actor, {
    version: Number(version),
    typed: { ...fields, languages: languages.join(" ") },
    areGapsConfirmed: confirm_gaps !== "",
  });
  const saved = await runAction({ ctx, request, form }, saving, "the brand could not be saved");
  if (saved.ok && ctx.brand.current.switchedOff !== before) return data<BrandReply>({ intent, reloads: true });
  if (!("wrong" in saved)) return replyTo(submission, saved, { status: { failed: 503, changed_meanwhile: 409 } });
  const { wrong } = saved;
  const code = wrong.problem === "unreadable" ? wrong.pair : wrong.problem;
  const contrast = wrong.problem === "unreadable" && { contrast: wrong };
  return data<BrandReply>({ intent, refused: refuse(submission, code, { [code]: wrong.at }), ...contrast }, { status: 422 });
}

/** With two new logos. */
const MOST_FORM_BYTES = 128 * 1024;

/** The background to show a logo on: the shop's where it fits, else plain. */
function groundOf(name: "logo" | "logoOnLight", ground: string): string {
  const isForLight = name === "logoOnLight";
  if (!isColour(ground) || isLightGround(ground) === isForLight) return ground;
  return isForLight ? "#ffffff" : DEMO_BRAND.colours.ground;
}

/** Example colours for the hints. */
const ACCENTS = [DEMO_BRAND.colours.accent, "#3dc1ff"];
const GROUNDS = [DEMO_BRAND.colours.ground, "#101820"];

/** An example that differs from the current colour. */
const otherThan = (colour: string, examples: readonly string[]) =>
  examples.find((example) => example !== colour.toLowerCase()) ?? colour;

export default function ShopPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("admin-people");
  return (
    <AdminPage title={t("shop.title")} subtitle={t("shop.subtitle")}>
      <BrandForm {...loaderData} />
    </AdminPage>
  );
}

/** Names of the typefaces. */
const NAMES = { "mona-sans": "Mona Sans", archivo: "Archivo", inter: "Inter", fraunces: "Fraunces" } as const;

/** The form with its preview. `fields`: saved values; `shown`: those in force, defaults included. */
function BrandForm({ fields, shown, version, isFrontFinal, added, gaps }: Route.ComponentProps["loaderData"]) {
  const { t } = useTranslation(["admin-people", "admin"]);
  const { number } = useFormat();
  const { isTyped, events } = useTyped();
  const form = useShopForm<BrandReply>({
    intent: "brand",
    say: (code, _field, reply) => {
      if (code === "failed" || code === "changed_meanwhile") return t(`shop.${code}`);
      const { has = 0, needs = 0 } = reply?.contrast ?? {};
      return t(`shop.problems.${code}`, { n: LONGEST_NAME, has: number(has), needs: number(needs) });
    },
    onDone: ({ reloads }) => (reloads ? reloadPage() : !isTyped && setTyped(fields)),
  });
  const drawn = useDisplayedVersion(version, form.isBusy ? undefined : form.reply);
  const [typed, setTyped] = useState<BrandFields>({
    ...fields,
    ...Object.fromEntries(BRAND_FIELDS.map((name) => [name, form.typed(name) ?? fields[name]])),
  });
  const field = (name: keyof BrandFields) => ({
    name,
    label: t(`shop.${name}`),
    value: typed[name],
    placeholder: shown[name],
    error: form.field(name).error,
    onChange: ({ target }: { target: { value: string } }) => setTyped((before) => ({ ...before, [name]: target.value })),
  });
  const colourField = (name: "accent" | "ground") => {
    const { onChange: _, ...rest } = field(name);
    return { ...rest, onColour: (colour: string) => setTyped((before) => ({ ...before, [name]: colour })) };
  };
  const isUnsaved = isTyped || form.isRefused || BRAND_FIELDS.some((name) => typed[name] !== fields[name]);
  const state = isUnsaved ? t("admin:kit.unsavedChanges") : t(form.isDone ? "shop.saved" : "admin:kit.allSaved");
  return (
    <ShopFormFrame form={form} fields={{ version: String(drawn) }} {...events} needsReauth className="admin-columns items-start">
      <UnsavedGuard when={isUnsaved} />
      <div className="grid gap-6">
        <FormProblem form={form} />
        <AdminCard title={t("shop.look")} note={t("shop.lookNote")}>
          <div className="grid gap-5">
            <TextField {...field("name")} maxLength={LONGEST_NAME} autoComplete="off" />
            <TextField
              {...field("ticketFront")}
              hint={t(isFrontFinal ? "shop.frontFinal" : "shop.frontHint", { example: `${shown.ticketFront}-0042-000137` })}
              readOnly={isFrontFinal}
              maxLength={6}
              autoComplete="off"
            />
            <TextField
              {...field("statementWord")}
              hint={t("shop.statementHint")}
              maxLength={LONGEST_STATEMENT_WORD}
              autoComplete="off"
              spellCheck={false}
            />
            <div className="grid items-start gap-5 sm:grid-cols-2">
              <ColourField
                {...colourField("accent")}
                hint={t("shop.colourHint", { example: otherThan(shown.accent, ACCENTS) })}
              />
              <ColourField
                {...colourField("ground")}
                hint={t("shop.groundHint", { example: otherThan(shown.ground, GROUNDS) })}
              />
            </div>
            <SelectField
              {...field("typeface")}
              value={typed.typeface || DEMO_BRAND.typeface}
              options={TYPEFACES.map((value) => ({ value, label: NAMES[value] }))}
            />
            {(["logo", "logoOnLight"] as const).map((name) => (
              <LogoField
                key={name}
                name={name}
                value={typed[name]}
                error={form.field(name).error}
                ground={groundOf(name, typed.ground || shown.ground)}
                onChange={(logo) => {
                  events.onInput();
                  setTyped((before) => ({ ...before, [name]: logo }));
                }}
              />
            ))}
            <OwnLanguages field={field("switchedOff")} saved={fields.switchedOff} gaps={gaps} form={form} />
            <OfferedLanguages added={added} chosen={fields.languages.split(" ")} form={form} />
            <TextArea {...field("social")} rows={3} hint={t("shop.socialHint")} maxLength={2000} />
          </div>
        </AdminCard>
        <AdminCard title={t("shop.trader")} note={t("shop.traderNote")}>
          <div className="grid gap-5">
            <TextField {...field("traderName")} autoComplete="off" />
            <TextField {...field("traderAddress")} autoComplete="off" />
            <TextField {...field("companyNumber")} autoComplete="off" />
            <TextField {...field("vatNumber")} autoComplete="off" />
            <TextField {...field("email")} autoComplete="off" inputMode="email" />
            <TextField {...field("postalEntryAddress")} autoComplete="off" />
            <TextField {...field("adrScheme")} autoComplete="off" />
          </div>
        </AdminCard>
        <Allowed right="shop.write">
          <SaveBar isUnsaved={isUnsaved} status={state}>
            <Button type="submit" busy={form.isBusy}>
              {t("shop.save")}
            </Button>
          </SaveBar>
        </Allowed>
      </div>
      <ShopPreview typed={typed} shown={shown} />
    </ShopFormFrame>
  );
}
