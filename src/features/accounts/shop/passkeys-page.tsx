/** /passkeys: somebody's own passkeys, for whoever has just shown who they are. */
import { useTranslation } from "react-i18next";
import { data, Form, redirect, useSubmit } from "react-router";
import { readFields } from "#platform/request/body.server.ts";
import { notKept } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { KeyRound } from "#ui/icons.ts";
import { TextLink } from "#ui/text-link.tsx";
import { deviceName } from "../rules/device-name.ts";
import { MOST_PASSKEYS, PASSKEY_NAME_LONGEST, type Passkey, relyingParty } from "../rules/passkeys.ts";
import { CONFIRM_PAGE, isFreshProof } from "../rules/proof-asked.ts";
import { deviceOf, requireVisitor } from "../server/find-visitor.ts";
import { readNewPasskeyField } from "../server/passkey-answer.ts";
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from "../server/passkeys.ts";
import type { Route } from "./+types/passkeys-page.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { SplitScreen } from "./split-screen.tsx";

export const handle = {
  messages: ["auth"],
  failures: { load: "auth:factor.loadFailed", send: "auth:factor.failed" },
} satisfies PageMessages & PageFailures;

const HERE = "/passkeys";
const toProof = () => redirect(`${CONFIRM_PAGE}?next=${encodeURIComponent(HERE)}`);

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireVisitor(context, request);
  if (!isFreshProof(visitor.provedAt, ctx.now())) throw toProof();
  const { browser, system } = deviceName(deviceOf(context, request).userAgent);
  return {
    passkeys: await listPasskeys(ctx, visitor.id),
    suggested: [browser, system].filter(Boolean).join(" · "),
    isPossible: relyingParty(ctx.publicUrl) !== undefined,
    isStaff: visitor.isStaff,
  };
}

export const headers = notKept({ isListed: false });

/** What became of a form; the key of its sentence under `passkey` in `auth.json`. */
type Outcome = {
  readonly id?: string;
  readonly said:
    | "added"
    | "renamed"
    | "removed"
    | "failed"
    | "refused"
    | "full"
    | "tooOften"
    | "gone"
    | "nameMissing"
    | "lastWayIn"
    | "lastFactor";
};
const SAID = {
  passkeyRefused: "refused",
  passkeysFull: "full",
  passkeysTooOften: "tooOften",
  not_found: "gone",
  nameMissing: "nameMissing",
  lastWayIn: "lastWayIn",
  lastFactor: "lastFactor",
} as const;

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireVisitor(context, request);
  const form = await readFields(request);
  const [intent, id, name] = ["intent", "id", "name"].map((field) => form.get(field) ?? "") as [string, string, string];
  const answer = readNewPasskeyField(form.get("passkey") ?? "");
  const acts = {
    add: () => (answer ? addPasskey(ctx, visitor, { ...answer, name }) : undefined),
    rename: () => renamePasskey(ctx, visitor, { id, name }),
    remove: () => removePasskey(ctx, visitor, id),
  };
  const known = intent === "add" || intent === "rename" || intent === "remove" ? intent : undefined;
  const acted = known && (await acts[known]());
  if (!known || !acted) return data<Outcome>({ said: "failed" }, 400);
  if (acted.ok) return data<Outcome>({ id, said: DONE[known] });
  if (acted.error === "proof_needed") return toProof();
  return data<Outcome>({ id, said: SAID[acted.error] }, acted.error === "passkeysTooOften" ? 429 : 422);
}
const DONE = { add: "added", rename: "renamed", remove: "removed" } as const;

export default function PasskeysPage({
  loaderData: { passkeys, suggested, isPossible, isStaff },
  actionData: outcome,
}: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const isDone = outcome?.said === "added" || outcome?.said === "renamed" || outcome?.said === "removed";
  return (
    <SplitScreen title={t("passkey.title")} lead={t("passkey.lead")}>
      {outcome && (
        <Note tone={isDone ? "success" : "danger"} role={isDone ? "status" : "alert"} title={t(`passkey.${outcome.said}`)} />
      )}
      <PasskeyList passkeys={passkeys} />
      {!isPossible && <Note tone="info" title={t("passkey.unsupported")} />}
      {isPossible && passkeys.length < MOST_PASSKEYS && <Add key={passkeys.length} suggested={suggested} />}
      <p>
        <TextLink to={isStaff ? "/admin/settings" : "/profile?tab=security"}>{t("factor.back")}</TextLink>
      </p>
    </SplitScreen>
  );
}

function Add({ suggested }: { suggested: string }) {
  const { t } = useTranslation("auth");
  const submit = useSubmit();
  const send = (passkey: string) => {
    const named = document.querySelector<HTMLInputElement>("#passkey-name")?.value ?? suggested;
    void submit({ intent: "add", name: named, passkey }, { method: "post" });
  };
  return (
    <div className="grid gap-6">
      <TextField
        id="passkey-name"
        name="passkey-name"
        label={t("passkey.name")}
        hint={t("passkey.nameHint")}
        defaultValue={suggested}
        maxLength={PASSKEY_NAME_LONGEST}
        autoComplete="off"
      />
      <PasskeyButton kind="add" full onAnswer={send} otherwise={<Note tone="info" title={t("passkey.unsupported")} />}>
        {t("passkey.add")}
      </PasskeyButton>
    </div>
  );
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useTranslation("auth");
  if (passkeys.length === 0) return <p className="text-muted">{t("passkey.none")}</p>;
  return (
    <ul className="grid">
      {passkeys.map((passkey) => (
        <One key={`${passkey.id} ${passkey.name}`} passkey={passkey} />
      ))}
    </ul>
  );
}

function One({ passkey: { id, name, addedAt, usedAt } }: { passkey: Passkey }) {
  const { t } = useTranslation("auth");
  const { date } = useFormat();
  return (
    <li className="grid gap-3 border-line border-t py-4 first:border-t-0 first:pt-0">
      <div className="flex items-center gap-4">
        <KeyRound size={22} strokeWidth={1.5} className="flex-none text-muted" aria-hidden="true" />
        <div className="grid min-w-0 gap-0.5">
          <p className="wrap-anywhere font-[520]">{name}</p>
          <p className="type-small text-muted">
            {t("passkey.since", { when: date(addedAt) })} ·{" "}
            {usedAt ? t("passkey.lastUsed", { when: date(usedAt) }) : t("passkey.neverUsed")}
          </p>
        </div>
      </div>
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          {t("passkey.change")} <span className="sr-only">{name}</span>
        </summary>
        <div className="grid gap-5 pt-2">
          <Form method="post" noValidate className="grid gap-4">
            <input type="hidden" name="id" value={id} />
            <TextField
              id={`name-${id}`}
              name="name"
              label={t("passkey.name")}
              defaultValue={name}
              maxLength={PASSKEY_NAME_LONGEST}
              autoComplete="off"
            />
            <IntentButton intent="rename" variant="outline" size="sm" busyLabel={t("factor.busy")}>
              {t("passkey.rename")}
            </IntentButton>
          </Form>
          <Form method="post" className="grid gap-4">
            <input type="hidden" name="id" value={id} />
            <p className="text-muted">{t("passkey.removeText")}</p>
            <IntentButton intent="remove" variant="danger" size="sm" busyLabel={t("factor.busy")}>
              {t("passkey.remove")}
            </IntentButton>
          </Form>
        </div>
      </details>
    </li>
  );
}
