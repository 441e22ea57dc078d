/** /profile/receipts/{orderId}: what was sold, by whom and for how much, for the buyer to print. */
import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { findNameOnDay, findProfile } from "#features/accounts/server/profile/profile.ts";
import { requireVisitor } from "#features/accounts/server/sessions/find-visitor.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { findReceipt } from "#features/orders/server/reading/list-purchases.ts";
import { ReceiptSheet, type ReceiptView } from "#features/orders/shop/history/receipt-sheet.tsx";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { Printer } from "#ui/icons.ts";
import { PageHead } from "#ui/page-head.tsx";
import { BackLink } from "#ui/text/text-link.tsx";
import { listOrderDocuments } from "../server/order-documents.ts";
import type { Route } from "./+types/receipt-page.ts";

export const handle = { messages: ["profile"] } satisfies PageMessages;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const buyer = await requireVisitor(context, request);
  const ctx = ctxOf(context);
  const [receipt, profile] = await Promise.all([findReceipt(ctx, buyer.id, params.orderId), findProfile(ctx, buyer.id)]);
  if (!receipt || !profile) return data({ receipt: undefined }, { status: 404 });
  const { name, address, companyNumber, vatNumber, email } = ctx.brand.current.trader;
  const { lotteryTitle, furtherTitles, ...order } = receipt;
  const titleOf = (title: typeof lotteryTitle) => inLanguage(title, localeOf(context));
  const [documents, buyerName] = await Promise.all([
    listOrderDocuments(ctx, receipt.id),
    findNameOnDay(ctx, buyer.id, receipt.at),
  ]);
  const view: ReceiptView = {
    ...order,
    documents,
    draw: titleOf(lotteryTitle),
    prizes: furtherTitles.length > 0 ? [lotteryTitle, ...furtherTitles].map(titleOf) : [],
    buyer: { name: buyerName, email: profile.email },
    seller: { name, address, companyNumber, vatNumber, email },
  };
  return data({ receipt: view });
}

/** It contains private ticket tags. */
export const headers = privateHeaders({ hidesAddress: true });

export default function ReceiptPage({ loaderData: { receipt } }: Route.ComponentProps) {
  const { t } = useTranslation("profile");
  return (
    <div className="wrap max-w-[960px] pt-2 pb-16">
      <PageHead title={t(receipt ? "receipt.title" : "receipt.notFound")} />
      <meta name="robots" content="noindex" />
      {receipt ? (
        <>
          <div className="no-print mb-4 flex flex-wrap items-center justify-between gap-3">
            <BackLink to="/profile">{t("receipt.back")}</BackLink>
            <Button
              variant="outline"
              size="sm"
              icon={<Printer size={18} strokeWidth={1.6} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              {t("receipt.print")}
            </Button>
          </div>
          <ReceiptSheet receipt={receipt} />
        </>
      ) : (
        <ErrorState
          title={t("receipt.notFound")}
          message={t("receipt.notFoundText")}
          action={<LinkButton to="/profile">{t("receipt.back")}</LinkButton>}
        />
      )}
    </div>
  );
}
