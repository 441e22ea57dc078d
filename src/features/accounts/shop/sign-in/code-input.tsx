import { TextField } from "#ui/fields/text-field.tsx";

type Props = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  id?: string;
  isRecovery?: boolean;
  /** Accepts recovery codes as well, so the keyboard has letters. */
  takesBoth?: boolean;
};

export function CodeInput({ label, hint, error, id = "code", isRecovery = false, takesBoth = false }: Props) {
  const isDigits = !isRecovery && !takesBoth;
  return (
    <TextField
      key={String(isRecovery)}
      id={id}
      name="code"
      label={label}
      hint={hint}
      error={error}
      required
      autoComplete="one-time-code"
      inputMode={isDigits ? "numeric" : "text"}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={60}
      className="type-mono max-w-[16rem]"
    />
  );
}
