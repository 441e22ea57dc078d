/** What the car is, in both languages side by side. French may wait: the shop shows the English then. */
import { useTranslation } from "react-i18next";
import { AdminCard } from "#ui/admin-page.tsx";
import { canEdit, type FieldName, type LotteryFields } from "../rules/lottery-fields.ts";
import { FactFields } from "./fact-field.tsx";

type Props = { typed: LotteryFields; hasOrders: boolean; errorOf: (name: FieldName) => string | undefined };

export function FormWords(props: Props) {
  const { t } = useTranslation("admin-lotteries");
  return (
    <AdminCard title={t("lotteries.car")} note={t(canEdit("title", props) ? "lotteries.carNote" : "lotteries.carLocked")}>
      <div className="form-pair">
        <FactFields card="car" {...props} />
      </div>
    </AdminCard>
  );
}
