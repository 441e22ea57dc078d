import { useTranslation } from "react-i18next";
import { isColour } from "#shared/brand/brand-colours.ts";
import { TextField } from "#ui/fields/text-field.tsx";

type Props = {
  name: string;
  label: string;
  hint: string;
  /** As typed: `#rrggbb`, or not yet a colour. */
  value: string;
  /** The colour in use, for the picker while `value` is empty or incomplete. */
  placeholder: string;
  error: string | undefined;
  onColour: (colour: string) => void;
};

/** A colour as a hex code, with the browser's colour picker beside it. */
export function ColourField({ value, placeholder, onColour, ...field }: Props) {
  const { t } = useTranslation("admin-people");
  const typed = value.toLowerCase();
  return (
    <div className="colour-field">
      <input
        type="color"
        aria-label={t("shop.pickColour", { name: field.label })}
        value={isColour(typed) ? typed : placeholder}
        onChange={({ target }) => onColour(target.value)}
      />
      <TextField
        {...field}
        value={value}
        placeholder={placeholder}
        maxLength={7}
        spellCheck={false}
        onChange={({ target }) => onColour(target.value)}
      />
    </div>
  );
}
