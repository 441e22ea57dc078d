import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { pence } from "#shared/money/money.ts";
import { PROVIDER_NAMES } from "#shared/states.ts";
import { useFormat } from "#ui/i18n/messages.ts";
import { DataTable } from "#ui/lists/data-table.tsx";
import type { ProviderTakings } from "./payments-view.ts";

type Row = ProviderTakings["takings"][number];

/**
 * What a provider took, refunded and charged, by period. `reportsFees`: it reports its fees; else the agreed
 * `fee` is used.
 */
export function TakingsTable({ takings: { name, reportsFees, fee, takings } }: { takings: ProviderTakings }) {
  const { t } = useTranslation("admin-payments");
  const { money, number, percent } = useFormat();
  const provider = PROVIDER_NAMES[name];
  const counted = (count: number, sum: number) => (
    <TwoLines above={sum === 0 ? "–" : money(pence(sum))} below={count > 0 && number(count)} />
  );
  // Keys of the note about where fees come from.
  const assumed = fee ? "takings.agreed" : "takings.unpriced";
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
                cell: ({ fees }) => {
                  if (fees === undefined) return <span className="font-sans">{t("takings.unknown")}</span>;
                  return fees === 0 ? "–" : money(pence(fees));
                },
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
                    <TwoLines above={percent(paid / opened)} below={t("takings.ofPages", { count: opened, n: number(opened) })} />
                  ),
              },
            ]}
          />
        </div>
      )}
      {!(isIdle && reportsFees) && <p className="admin-note">{t(reportsFees ? "takings.told" : assumed, { provider })}</p>}
      {reportsFees && month && month.agreedOnReported > 0 && <Compared row={month} />}
    </div>
  );
}

function TwoLines({ above, below }: { above: ReactNode; below: ReactNode }) {
  return (
    <div>
      {above}
      {below && <span className="block font-sans text-[0.8125rem] text-muted">{below}</span>}
    </div>
  );
}

/** Whether the reported fees of the last 30 days are those that were agreed. */
function Compared({ row: { agreedOnReported: agreed, reportedOnPayments: reported } }: { row: Row }) {
  const { t } = useTranslation("admin-payments");
  const { money } = useFormat();
  const difference = money(pence(Math.abs(reported - agreed)));
  const facts = { agreed: money(pence(agreed)), told: money(pence(reported)), difference };
  return (
    <p className="admin-note">
      {reported === agreed
        ? t("takings.right", facts)
        : t("takings.differs", { ...facts, way: t(reported > agreed ? "takings.more" : "takings.less") })}
    </p>
  );
}
