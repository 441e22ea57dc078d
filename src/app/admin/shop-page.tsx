/** /admin/shop: what the shop is called and looks like, and who sells, with what visitors will see beside the form. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { data, Form, redirect } from "react-router";
import {
  BRAND_FIELDS,
  type BrandFields,
  type BrandProblem,
  LONGEST_NAME,
  LONGEST_STATEMENT_WORD,
} from "#features/accounts/rules/brand-form.ts";
import { adminCall, carryOut, permitted } from "#features/accounts/server/admin-call.ts";
import { saveBrand, showBrand } from "#features/accounts/server/save-brand.ts";
import { readFields } from "#platform/request/body.server.ts";
import { DEMO_BRAND, TYPEFACES } from "#shared/brand.ts";
import type { Language } from "#shared/locale.ts";
import { AdminCard, AdminPage } from "#ui/admin-page.tsx";
import { Allowed } from "#ui/allowed.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import { TextArea, TextField } from "#ui/fields/text-field.tsx";
import { UnsavedGuard } from "#ui/fields/unsaved-guard.tsx";
import { useTypedForm } from "#ui/fields/use-typed-form.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import type { Route } from "./+types/shop-page.ts";
import { LogoField } from "./logo-field.tsx";
import { OfferedLanguages } from "./offered-languages.tsx";
import { ShopPreview } from "./shop-preview.tsx";

export const handle = {
  messages: ["admin-people"],
  failures: { load: "admin:notLoaded.shop", send: "admin-people:shop.failed" },
} satisfies PageMessages & PageFailures;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, actor } = await adminCall(context, request);
  return permitted(await showBrand(ctx, actor)).value;
}

type Reply = {
  readonly error: "changed_meanwhile" | "failed" | "wrong" | undefined;
  readonly wrong?: BrandProblem;
  readonly sent?: Partial<Record<string, string>>;
};

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, actor } = await adminCall(context, request);
  const form = await readFields(request);
  if (form.get("intent") !== "brand") throw redirect("/admin/shop");
  const sent = Object.fromEntries(BRAND_FIELDS.map((name) => [name, form.getAll(name).join(" ")]));
  const saving = saveBrand(ctx, actor, { version: Number(form.get("version")), sent });
  const saved = await carryOut({ ctx, request, form }, saving, "the brand could not be saved");
  if (saved.ok) return data<Reply>({ error: undefined });
  const { error } = saved;
  const wrong = "wrong" in saved ? { wrong: saved.wrong } : {};
  return data<Reply>({ error, sent, ...wrong }, { status: error === "failed" ? 503 : error === "changed_meanwhile" ? 409 : 422 });
}

const ACCENTS = [DEMO_BRAND.colours.accent, "#3dc1ff"];
const GROUNDS = [DEMO_BRAND.colours.ground, "#101820"];

/** An example that is not what is set. */
const otherThan = (colour: string, examples: readonly string[]) =>
  examples.find((example) => example !== colour.toLowerCase()) ?? colour;

export default function ShopPage({
  loaderData: { fields, shown, version, isFrontFinal, added },
  actionData: reply,
}: Route.ComponentProps) {
  const { t } = useTranslation("admin-people");
  const values = { ...fields, ...reply?.sent };
  const outcome = reply && (reply.error === undefined ? "saved" : "refused");
  const form = useTypedForm({ shown: fields, version, reply, outcome });
  return (
    <AdminPage title={t("shop.title")} subtitle={t("shop.subtitle")}>
      <BrandForm key={form.key} {...{ saved: fields, values, shown, form, reply, isFrontFinal, added }} />
    </AdminPage>
  );
}

const NAMES = { "mona-sans": "Mona Sans", archivo: "Archivo", inter: "Inter", fraunces: "Fraunces" } as const;

type FormProps = {
  saved: BrandFields;
  values: BrandFields;
  shown: BrandFields;
  form: ReturnType<typeof useTypedForm>;
  reply: Reply | undefined;
  isFrontFinal: boolean;
  added: readonly Language[];
};

function BrandForm({ saved, values, shown, form, reply, isFrontFinal, added }: FormProps) {
  const { t } = useTranslation("admin-people");
  const { number } = useFormat();
  const [typed, setTyped] = useState(values);
  const isSaved = reply !== undefined && reply.error === undefined;
  const saving = useRef<HTMLDivElement>(null);
  const [isDrawnSaved] = useState(isSaved);
  // The form is drawn again with what is saved, and its button keeps the focus.
  useEffect(() => {
    if (isDrawnSaved) saving.current?.querySelector("button")?.focus();
  }, [isDrawnSaved]);
  const about = reply?.wrong;
  const said =
    about?.problem === "unreadable"
      ? t(`shop.problems.${about.pair}`, { has: number(about.has), needs: number(about.needs) })
      : about && t(`shop.problems.${about.problem}`, { n: LONGEST_NAME });
  const field = (name: keyof BrandFields) => ({
    name,
    label: t(`shop.${name}`),
    value: typed[name],
    placeholder: shown[name],
    error: about?.at === name ? said : undefined,
    onChange: ({ target }: { target: { value: string } }) => setTyped((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <Form {...form.events} method="post" className="admin-columns items-start" data-needs-proof="">
      <UnsavedGuard when={form.isTyped || BRAND_FIELDS.some((name) => typed[name] !== saved[name])} />
      <input type="hidden" name="version" value={form.version} />
      <div className="grid gap-6">
        {reply?.error && reply.error !== "wrong" && <Note tone="danger" title={t(`shop.${reply.error}`)} role="alert" />}
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
              <TextField
                {...field("accent")}
                hint={t("shop.colourHint", { example: otherThan(shown.accent, ACCENTS) })}
                maxLength={7}
                spellCheck={false}
              />
              <TextField
                {...field("ground")}
                hint={t("shop.groundHint", { example: otherThan(shown.ground, GROUNDS) })}
                maxLength={7}
                spellCheck={false}
              />
            </div>
            <SelectField
              {...field("typeface")}
              value={typed.typeface || DEMO_BRAND.typeface}
              options={TYPEFACES.map((value) => ({ value, label: NAMES[value] }))}
            />
            <LogoField
              value={typed.logo}
              error={about?.at === "logo" ? said : undefined}
              ground={typed.ground || shown.ground}
              onChange={(logo) => {
                form.events.onInput();
                setTyped((before) => ({ ...before, logo }));
              }}
            />
            <OfferedLanguages
              added={added}
              chosen={typed.languages.split(" ")}
              error={about?.at === "languages" ? said : undefined}
            />
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
          <div ref={saving} className="grid gap-4">
            {isSaved && <Note tone="success" title={t("shop.saved")} role="status" />}
            <IntentButton intent="brand" className="justify-self-start">
              {t("shop.save")}
            </IntentButton>
          </div>
        </Allowed>
      </div>
      <ShopPreview typed={typed} shown={shown} />
    </Form>
  );
}
