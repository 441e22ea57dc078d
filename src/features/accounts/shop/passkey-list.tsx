/** Somebody's own passkeys, each with its name to change and the way to remove it. Works without scripts. */
import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { IntentButton } from "#ui/fields/intent-button.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { PASSKEY_NAME_LONGEST, type Passkey } from "../rules/passkeys.ts";

export function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
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
