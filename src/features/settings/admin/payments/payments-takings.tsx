import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { pence } from "#shared/money/money.ts";
import { PROVIDER_NAMES } from "#shared/states.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import type { ProviderTakings } from "./payments-view.ts";

type Row = ProviderTakings["takings"][number];

export function TakingsTable({ takings: { name, reportsFees, fee, takings } }: { takings: ProviderTakings }) {
  const { t } = useTranslation("admin-payments");
  const { money, number, percent } = useFormat();
  const provider = PROVIDER_NAMES[name];
  const counted = (count: number, sum: number) => (
    <Two above={sum === 0 ? "–" : money(pence(sum))} below={count > 0 && number(count)} />
  );
  const month = takings.find(({ span }) => span === "days30");
  const isIdle = takings.every(
    ({ payments, refunds, disputes, opened, fees, net }) => !(payments || refunds || disputes || opened || fees || net),
  );
  return (
    <div className="grid gap-3">
      {isIdle ? (
        <p>{t("takings.nothing")}</p>
      ) : (
        <div className="-mx-5">
          <DataTable
            caption={t("takings.caption", { provider })}
            rows={takings}
            rowKey={({ span }) => span}
            columns={[
              { id: "span", header: t("takings.span"), card: "title", cell: ({ span }) => t(`takings.${span}`) },
              { id: "taken", header: t("takings.taken"), end: true, mono: true, cell: (row) => counted(row.payments, row.taken) },
              {
                id: "refunded",
                header: t("takings.refunded"),
                end: true,
                mono: true,
                cell: (row) => counted(row.refunds, row.refunded),
              },
              {
                id: "disputed",
                header: t("takings.disputed"),
                end: true,
                mono: true,
                cell: (row) => counted(row.disputes, row.withdrawn + row.disputeFees),
              },
              {
                id: "fees",
                header: t("takings.fees"),
                end: true,
                mono: true,
                cell: ({ fees }) =>
                  fees === undefined ? (
                    <span className="font-sans">{t("takings.unknown")}</span>
                  ) : fees === 0 ? (
                    "–"
                  ) : (
                    money(pence(fees))
                  ),
              },
              {
                id: "net",
                header: t("takings.net"),
                end: true,
                mono: true,
                cell: ({ net }) => <strong>{money(pence(net))}</strong>,
              },
              {
                id: "success",
                header: t("takings.success"),
                end: true,
                mono: true,
                cell: ({ opened, paid }) =>
                  opened === 0 ? (
                    "–"
                  ) : (
                    <Two above={percent(paid / opened)} below={t("takings.ofPages", { count: opened, n: number(opened) })} />
                  ),
              },
            ]}
          />
        </div>
      )}
      {!(isIdle && reportsFees) && (
        <p className="admin-note">
          {t(reportsFees ? "takings.told" : fee ? "takings.agreed" : "takings.unpriced", { provider })}
        </p>
      )}
      {reportsFees && month && month.agreedOnReported > 0 && <Compared row={month} />}
    </div>
  );
}

function Two({ above, below }: { above: ReactNode; below: ReactNode }) {
  return (
    <div>
      {above}
      {below && <span className="block font-sans text-[0.8125rem] text-muted">{below}</span>}
    </div>
  );
}

function Compared({ row: { agreedOnReported: agreed, reportedOnPayments: told } }: { row: Row }) {
  const { t } = useTranslation("admin-payments");
  const { money } = useFormat();
  const facts = { agreed: money(pence(agreed)), told: money(pence(told)), difference: money(pence(Math.abs(told - agreed))) };
  return (
    <p className="admin-note">
      {told === agreed
        ? t("takings.right", facts)
        : t("takings.differs", { ...facts, way: t(told > agreed ? "takings.more" : "takings.less") })}
    </p>
  );
}
