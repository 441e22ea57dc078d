/** /passkeys: the user's own passkeys, after re-authentication. */
import { useTranslation } from "react-i18next";
import { data, redirect, useSubmit } from "react-router";
import { z } from "zod";
import { CONFIRM_PAGE, isFreshReauth } from "#features/access/rules/reauth.ts";
import { readFields } from "#platform/request/body.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { err } from "#shared/result.ts";
import { Button } from "#ui/button.tsx";
import { Note } from "#ui/feedback/note.tsx";
import type { PageFailures } from "#ui/fields/failures.ts";
import { TextField } from "#ui/fields/text-field.tsx";
import { parseForm, typedText } from "#ui/forms/parse-form.ts";
import { type FormReply, replyError } from "#ui/forms/reply.ts";
import { ShopFormFrame } from "#ui/forms/shop-form-frame.tsx";
import { useShopForm } from "#ui/forms/use-shop-form.tsx";
import { useSubmission } from "#ui/forms/use-submission.ts";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { KeyRound } from "#ui/icons.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import { deviceName } from "../../rules/sign-in/device-name.ts";
import { MOST_PASSKEYS, PASSKEY_NAME_LONGEST, type Passkey, relyingParty } from "../../rules/sign-in/passkeys.ts";
import { readNewPasskeyField } from "../../server/second-factor/passkey-answer.ts";
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from "../../server/second-factor/passkeys.ts";
import { deviceOf, requireVisitor } from "../../server/sessions/find-visitor.ts";
import { SplitScreen } from "../sign-in/split-screen.tsx";
import type { Route } from "./+types/passkeys-page.ts";
import { PasskeyButton } from "./passkey-button.tsx";

export const handle = {
  messages: ["auth"],
  failures: { load: "auth:factor.loadFailed", send: "auth:factor.failed" },
} satisfies PageMessages & PageFailures;

const HERE = "/passkeys";
const toReauth = () => redirect(`${CONFIRM_PAGE}?next=${encodeURIComponent(HERE)}`);

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireVisitor(context, request);
  if (!isFreshReauth(visitor.reauthAt, ctx.now())) throw toReauth();
  const { browser, system } = deviceName(deviceOf(context, request).userAgent);
  return {
    passkeys: await listPasskeys(ctx, visitor.id),
    suggested: [browser, system].filter(Boolean).join(" · "),
    isPossible: relyingParty(ctx.publicUrl) !== undefined,
    isStaff: visitor.isStaff,
  };
}

export const headers = privateHeaders({ isListed: false });

const schema = z.object({
  intent: z.enum(["add", "rename", "remove"]),
  id: typedText,
  name: typedText,
  passkey: typedText,
});

/** Keys of `auth.json`, under `passkey`. */
const ERROR_KEYS = {
  passkeyRefused: "refused",
  passkeysFull: "full",
  passkeysTooOften: "tooOften",
  not_found: "gone",
  nameMissing: "nameMissing",
  lastWayIn: "lastWayIn",
  lastFactor: "lastFactor",
} as const;
type PasskeyReply = FormReply<"add" | "rename" | "remove", keyof typeof ERROR_KEYS>;

const DONE = { add: "added", rename: "renamed", remove: "removed" } as const;

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf(context);
  const visitor = await requireVisitor(context, request);
  const submission = parseForm(await readFields(request), schema);
  if (submission.status !== "success") throw redirect(HERE);
  const { intent, id, name, passkey } = submission.value;
  const answer = readNewPasskeyField(passkey);
  const actions = {
    add: async () => (answer ? addPasskey(ctx, visitor, { ...answer, name }) : err("passkeyRefused")),
    rename: () => renamePasskey(ctx, visitor, { id, name }),
    remove: () => removePasskey(ctx, visitor, id),
  };
  const result = await actions[intent]();
  if (result.ok) return data<PasskeyReply>({ intent });
  const { error } = result;
  if (error === "reauth_needed") return toReauth();
  return replyError(
    intent,
    submission,
    { error },
    { at: { nameMissing: "name" }, status: { passkeysTooOften: 429 }, hideFields: ["passkey"] },
  );
}

export default function PasskeysPage({
  loaderData: { passkeys, suggested, isPossible, isStaff },
  actionData: reply,
}: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const [formError] = reply?.refused?.error?.[""] ?? [];
  return (
    <SplitScreen title={t("passkey.title")} lead={t("passkey.lead")}>
      {formError && <Note tone="danger" role="alert" title={t(`passkey.${ERROR_KEYS[formError]}`)} />}
      {reply && !reply.refused && <Note tone="success" role="status" title={t(`passkey.${DONE[reply.intent]}`)} />}
      <PasskeyList passkeys={passkeys} />
      {!isPossible && <Note tone="info" title={t("passkey.unsupported")} />}
      {/* The key empties the form after a passkey was added. */}
      {isPossible && passkeys.length < MOST_PASSKEYS && <AddPasskey key={passkeys.length} suggested={suggested} />}
      <p>
        <TextLink to={isStaff ? "/admin/settings" : "/profile?tab=security"}>{t("factor.back")}</TextLink>
      </p>
    </SplitScreen>
  );
}

function AddPasskey({ suggested }: { suggested: string }) {
  const { t } = useTranslation("auth");
  const submit = useSubmit();
  const send = (passkey: string) => {
    // Not a form: the request is sent once the browser has made the passkey.
    const name = document.querySelector<HTMLInputElement>("#passkey-name")?.value ?? suggested;
    void submit({ intent: "add", name, passkey }, { method: "post" });
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
        <PasskeyItem key={`${passkey.id} ${passkey.name}`} passkey={passkey} />
      ))}
    </ul>
  );
}

function PasskeyItem({ passkey: { id, name, addedAt, usedAt } }: { passkey: Passkey }) {
  const { t } = useTranslation("auth");
  const { date } = useFormat();
  const rename = useShopForm<PasskeyReply>({
    intent: "rename",
    navigates: true,
    isMine: ({ refused }) => refused?.initialValue?.id === id,
    say: (code) => t(`passkey.${ERROR_KEYS[code]}`),
  });
  const remove = useSubmission<PasskeyReply>({ intent: "remove", navigates: true });
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
      <details {...(rename.isRefused && { open: true })}>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          {t("passkey.change")} <span className="sr-only">{name}</span>
        </summary>
        <div className="grid gap-5 pt-2">
          <ShopFormFrame form={rename} fields={{ id }} noValidate className="grid gap-4">
            <TextField
              {...rename.field("name", name)}
              id={`name-${id}`}
              label={t("passkey.name")}
              maxLength={PASSKEY_NAME_LONGEST}
              autoComplete="off"
            />
            <Button type="submit" variant="outline" size="sm" busy={rename.isBusy} busyLabel={t("factor.busy")}>
              {t("passkey.rename")}
            </Button>
          </ShopFormFrame>
          <ShopFormFrame form={{ ...remove, intent: "remove" }} fields={{ id }} className="grid gap-4">
            <p className="text-muted">{t("passkey.removeText")}</p>
            <Button type="submit" variant="danger" size="sm" busy={remove.isBusy} busyLabel={t("factor.busy")}>
              {t("passkey.remove")}
            </Button>
          </ShopFormFrame>
        </div>
      </details>
    </li>
  );
}
