/** A password field with a button that shows what was typed. */
import { type InputHTMLAttributes, useState } from "react";
import { useTranslation } from "react-i18next";
import { Eye, EyeOff } from "../icons.ts";
import { VisuallyHidden } from "../visually-hidden.tsx";
import { describedBy, Field, type FieldFrame } from "./field.tsx";

type Props = FieldFrame & Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "type"> & { name: string };

export function PasswordField({ label, aside, hint, error, isAnnounced, id, className = "", ...input }: Props) {
  const { t } = useTranslation("common");
  const [shown, setShown] = useState(false);
  const inputId = id ?? input.name;
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field id={inputId} label={label} aside={aside} hint={hint} error={error} isAnnounced={isAnnounced}>
      <div className="relative">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...describedBy(inputId, { hint, error }, input["aria-describedby"])}
          id={inputId}
          type={shown ? "text" : "password"}
          className={`input pe-14 ${className}`}
        />
        <button
          type="button"
          className="icon-btn absolute top-1 end-1 text-muted"
          aria-controls={inputId}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
          {/* A form may have several, each for its own field. */}
          <VisuallyHidden>
            {shown ? t("password.hide") : t("password.show")} ({label})
          </VisuallyHidden>
        </button>
      </div>
    </Field>
  );
}
