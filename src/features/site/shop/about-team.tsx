/** Who does what in the demonstration. No portraits: initials, for nobody's face is made up. */
import { useTranslation } from "react-i18next";
import { Note } from "#ui/feedback/note.tsx";

const MEMBERS = ["director", "draws", "cars", "support"] as const;

export function AboutTeam() {
  const { t } = useTranslation("about");
  return (
    <>
      <p className="mt-4 text-muted">{t("team.text")}</p>
      <ul className="mt-7 grid gap-x-10 gap-y-7 sm:grid-cols-2">
        {MEMBERS.map((member) => {
          const name = t(`team.${member}.name`);
          return (
            <li key={member} className="flex gap-4">
              <span className="monogram" aria-hidden="true">
                {initials(name)}
              </span>
              <div>
                <h3 className="type-h3">{name}</h3>
                <p className="type-small mt-0.5 text-champagne">{t(`team.${member}.role`)}</p>
                <p className="type-small mt-1.5">{t(`team.${member}.text`)}</p>
              </div>
            </li>
          );
        })}
      </ul>
      <div className="mt-7">
        <Note tone="info" title={t("team.demo")} />
      </div>
    </>
  );
}

/** "Helen Marsh" → "HM". */
function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .join("");
}
