/** Buttons, fields and choices in all their states. */
import { useState } from "react";
import { Button, LinkButton } from "#ui/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { ErrorSummary } from "#ui/fields/error-summary.tsx";
import { OptionCards } from "#ui/fields/option-cards.tsx";
import { PasswordChecklist } from "#ui/fields/password-checklist.tsx";
import { PasswordField } from "#ui/fields/password-field.tsx";
import { TextField } from "#ui/fields/text-field.tsx";
import { useLocale } from "#ui/i18n/messages.ts";
import { ArrowRight } from "#ui/icons.ts";
import { OrderStrip } from "#ui/order-strip.tsx";
import { TextLink } from "#ui/text-link.tsx";

export function Controls() {
  const french = useLocale() === "fr";
  return (
    <section className="grid grid-cols-1 gap-12">
      <div className="flex flex-wrap items-center gap-3">
        <Button iconAfter={<ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />}>
          {french ? "Participer" : "Enter the draw"}
        </Button>
        <BusyButton />
        <Button disabled>{french ? "Continuer vers le paiement" : "Continue to payment"}</Button>
        <LinkButton to="/" variant="outline">
          {french ? "Comment ça marche" : "How it works"}
        </LinkButton>
        <Button variant="outline" size="sm">
          {french ? "Créer un compte" : "Create account"}
        </Button>
        <Button variant="tertiary">{french ? "Annuler" : "Cancel"}</Button>
        <Button variant="danger">{french ? "Supprimer" : "Delete"}</Button>
        <Button variant="danger-solid">{french ? "Supprimer le compte" : "Delete the account"}</Button>
        <TextLink to="/">{french ? "Modifier" : "Change"}</TextLink>
      </div>
      <div className="grid grid-cols-1 gap-12 lg:grid-cols-2 lg:gap-16">
        <Answers french={french} />
        <Fields french={french} />
      </div>
    </section>
  );
}

function BusyButton() {
  const [busy, setBusy] = useState(false);
  return (
    <Button busy={busy} busyLabel="Opening checkout…" onClick={() => setBusy(true)}>
      Pay £637.29
    </Button>
  );
}

function Answers({ french }: { french: boolean }) {
  const [answer, setAnswer] = useState<string>();
  return (
    <div className="grid content-start gap-6">
      <h2 id="gallery-question" className="type-h2">
        {french ? "Quelle est la marque de cette voiture ?" : "What make is this car?"}
      </h2>
      <OptionCards
        labelledBy="gallery-question"
        name="answer"
        value={answer}
        onChange={setAnswer}
        options={[
          { value: "aldane", label: "Aldane" },
          { value: "corvane", label: "Corvane" },
          { value: "valmont", label: "Valmont" },
          { value: "sarthe", label: "Sarthe" },
        ]}
      />
      <OrderStrip
        title={french ? "25 tickets, pack Gold" : "25 tickets, Gold pack"}
        amount={french ? "637,29 £" : "£637.29"}
        action={
          <TextLink to="/" className="text-sm text-muted">
            {french ? "Modifier" : "Change"}
          </TextLink>
        }
      />
    </div>
  );
}

function Fields({ french }: { french: boolean }) {
  const [password, setPassword] = useState("Secret");
  const [shown, setShown] = useState(false);
  return (
    <div className="grid max-w-[420px] content-start gap-5">
      <Button variant="outline" size="sm" onClick={() => setShown(!shown)}>
        {french ? "Afficher le résumé des erreurs" : "Show the summary of errors"}
      </Button>
      <ErrorSummary
        title={french ? "Deux champs sont à corriger" : "Two fields need attention"}
        errors={shown ? [{ fieldId: "email", message: "Enter your email address" }] : []}
      />
      <TextField label={french ? "Prénom" : "First name"} name="firstName" autoComplete="given-name" placeholder="Amelia" />
      <TextField
        label={french ? "Adresse e-mail" : "Email address"}
        name="email"
        type="email"
        defaultValue="amelia@"
        error={french ? "Cette adresse e-mail n’est pas valable." : "Enter an email address like name@example.com."}
      />
      <TextField
        label="Phone"
        name="phone"
        aside={french ? "facultatif" : "optional"}
        hint="Only for the winner’s call."
        disabled
      />
      <PasswordField
        label={french ? "Mot de passe" : "Password"}
        name="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordChecklist
        label={french ? "Règles du mot de passe" : "Password rules"}
        rules={[
          { label: french ? "Au moins 8 caractères" : "At least 8 characters", met: password.length >= 8 },
          { label: french ? "Un chiffre" : "A digit", met: /\d/.test(password) },
          { label: french ? "Une majuscule" : "An uppercase letter", met: /\p{Lu}/u.test(password) },
        ]}
      />
      <Checkbox
        name="terms"
        defaultChecked
        label={
          <>
            I accept the{" "}
            <a href="/terms" className="underline underline-offset-4">
              terms
            </a>
          </>
        }
      />
      <Checkbox
        name="news"
        label="Send me news of new draws"
        description="At most one email a week."
        error="An example of an error"
      />
    </div>
  );
}
