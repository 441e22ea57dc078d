/** Ten recovery codes, the one time that they can be seen. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Note } from "#ui/feedback/note.tsx";

export function RecoveryCodes({ codes, next }: { codes: readonly string[]; next: string }) {
  const { t } = useTranslation("auth");
  // They take the place of a form further down: whoever sent that begins at the top.
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: "instant" });
  }, []);
  return (
    <div className="grid gap-6">
      <Note tone="warn" role="status" title={t("factor.codesOnce")}>
        {t("factor.codesUse")}
      </Note>
      <div className="panel flex items-start justify-between gap-4 p-5">
        <ul aria-label={t("factor.codesTitle")} className="type-mono grid flex-1 gap-x-8 gap-y-2 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join("\n")} label={t("factor.copyCodes")} />
      </div>
      <LinkButton to={next} full>
        {t("factor.kept")}
      </LinkButton>
    </div>
  );
}
