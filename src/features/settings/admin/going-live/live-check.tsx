import { useTranslation } from "react-i18next";
import { Allowed } from "#ui/allowed.tsx";
import { Badge } from "#ui/badge.tsx";
import { ActionButton } from "#ui/forms/action-button.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { TextLink } from "#ui/text/text-link.tsx";
import { useRelativeTime } from "#ui/time/relative-time.ts";
import { CHECKS, type CheckId, type Found } from "../../rules/going-live.ts";
import type { Shown } from "../../server/going-live/internal-checks.ts";
import { type LiveReply, useLiveMessages } from "./live-reply.ts";

const TONES = { green: "active", amber: "warn", red: "cancelled" } as const;

/** `title`: replaces the own title of the check if the card already names its subject. */
type Props = { id: CheckId; title?: string; found: Shown; now: Date };

/** One check with its result, and the link to the page that mends it. */
export function LiveCheck({ id, title, found, now }: Props) {
  const { t } = useTranslation("admin-live");
  // Keys and values of these texts are only known at run time.
  const say = t as unknown as (key: string, facts: Found["facts"]) => string;
  const messages = useLiveMessages();
  const { date } = useFormat();
  const relative = useRelativeTime();
  const { state, says, facts = {}, lookedAt } = found;
  const values = facts.at === undefined ? facts : { ...facts, at: date(new Date(facts.at)) };
  const link = CHECKS.find((check) => check.id === id);
  return (
    <li
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line pb-5 last:border-0 last:pb-0"
      data-check={id}
      data-state={state}
    >
      <div className="grid min-w-0 max-w-[46rem] flex-[1_1_18rem] gap-1">
        <h3 className="font-[560]">{title ?? t(`checks.${id}.title`)}</h3>
        <p className="wrap-anywhere text-muted">{say(sentence(id, says), values)}</p>
        {id === "terms" && state !== "green" && (
          <Allowed right="live.write">
            <ActionButton<LiveReply> intent="terms" {...messages} formClassName="mt-2" variant="outline">
              {t("termsRead")}
            </ActionButton>
          </Allowed>
        )}
        {lookedAt && id !== "terms" && <p className="admin-note">{t("lookedAt", { when: relative(lookedAt, now) })}</p>}
      </div>
      <div className="flex items-center gap-4">
        {link && "to" in link && state !== "green" && <TextLink to={link.to}>{t(`go.${id as keyof LinkTexts}`)}</TextLink>}
        <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
      </div>
    </li>
  );
}

/** Checks whose link has a text, `admin-live:go.ID`. */
type LinkTexts = { owner: 1; trader: 1; brand: 1; postal: 1; terms: 1; promise: 1; draw: 1 };

/** Key of the result's sentence. Results that all network checks share have one text. */
function sentence(id: CheckId, says: string): string {
  return says === "notYet" || says === "late" || says === "tooOld" ? says : `checks.${id}.${says}`;
}
