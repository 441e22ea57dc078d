/** Why somebody is on the list, in sentences with their figures. */
import { useTranslation } from "react-i18next";
import { pence } from "#shared/money.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { isSum } from "../rules/care.ts";
import type { SeenSign } from "../server/list-care.ts";

export function CareReasons({ signs }: { signs: readonly SeenSign[] }) {
  const { t } = useTranslation("admin-care");
  const { number, money } = useFormat();
  return (
    <ul className="grid gap-1">
      {signs.map(({ kind, found, against }) => {
        const write = (value: number) => (isSum(kind) ? money(pence(value)) : number(value));
        return <li key={kind}>{t(`care.signs.${kind}`, { found: write(found), against: write(against) })}</li>;
      })}
    </ul>
  );
}
