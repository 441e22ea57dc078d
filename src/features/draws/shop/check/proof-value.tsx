/** Values of a proof: hashes with a picture of their digits, and plain text. */
import { useTranslation } from "react-i18next";
import { CopyButton } from "#ui/text/copy-button.tsx";
import { Fingerprint } from "./fingerprint.tsx";

/** `hex`: the published hash; `computed`: the one of the check, undefined before. */
export function ProofValue({ name, hex, computed }: { name: string; hex: string; computed?: string | undefined }) {
  const { t } = useTranslation("pastdraws");
  const isSame = computed === hex;
  return (
    <div className="proof-value">
      <div>
        <p className="type-tiny">{name}</p>
        <div className="fingerprints">
          <span>{t("steps.published")}</span>
          <Fingerprint hex={hex} className="text-ink/60" />
          {computed !== undefined && (
            <>
              <span>{t("steps.computed")}</span>
              <Fingerprint hex={computed} className={isSame ? "text-success" : "text-danger"} isGrowing />
            </>
          )}
        </div>
        <p className="proof-hex">{hex}</p>
      </div>
      <CopyButton text={hex} label={t("steps.copy", { name })} />
    </div>
  );
}

/** In place of a value that does not exist yet. */
export function ValueAhead({ isDue }: { isDue: boolean }) {
  const { t } = useTranslation("pastdraws");
  return (
    <div className="proof-value" data-ahead="">
      <p className="type-small">{t(isDue ? "steps.due" : "steps.notYet")}</p>
    </div>
  );
}

/** A value that is no hash. */
export function PlainValue({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation("pastdraws");
  return (
    <div className="proof-value">
      <div>
        <p className="type-tiny">{name}</p>
        <p className="proof-hex">{text}</p>
      </div>
      <CopyButton text={text} label={t("steps.copy", { name })} />
    </div>
  );
}
