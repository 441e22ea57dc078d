/** GET /profile/data.json: everything that the shop holds of the player who asks, as a file. Source: UK GDPR, articles 15 and 20. */
import { isFreshProof } from "#features/accounts/rules/proof-asked.ts";
import { recordAccountEvent } from "#features/accounts/server/account-events.ts";
import { proofNeededForFile } from "#features/accounts/server/ask-proof.ts";
import { exportAccount } from "#features/accounts/server/export-account.ts";
import { showPlayerLimits } from "#features/accounts/server/find-player-limits.ts";
import { requireVisitor } from "#features/accounts/server/find-visitor.ts";
import { exportDocuments } from "#features/books/server/order-documents.ts";
import { exportPrizes } from "#features/draws/server/record-prize-step.ts";
import { exportPastTickets } from "#features/lotteries/server/imported-draws.ts";
import { exportWinnerRecords } from "#features/lotteries/server/winner-records.ts";
import { exportMessages } from "#features/messages/server/forget-messages.ts";
import { exportOrders } from "#features/orders/server/export-orders.ts";
import { exportCare } from "#features/orders/server/list-care.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { fileName } from "#shared/brand.ts";
import { londonDate } from "#shared/dates.ts";
import type { Route } from "./+types/profile-export-route.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const player = await requireVisitor(context, request, "/profile?tab=details");
  const ctx = ctxOf(context);
  // Whoever found a browser open must not carry everything away in one file.
  if (!isFreshProof(player.provedAt, ctx.now())) throw proofNeededForFile(request);
  await recordAccountEvent(ctx, ctx.db, { userId: player.id, action: "account.export" });
  const [account, limits, orders, wins, past, care, messages] = await Promise.all([
    exportAccount(ctx, player.id),
    showPlayerLimits(ctx, player.id),
    exportOrders(ctx, player.id),
    exportWinnerRecords(ctx, player.id),
    exportPastTickets(ctx, player.id),
    exportCare(ctx, player.id),
    exportMessages(ctx, player),
  ]);
  const documents = await exportDocuments(
    ctx,
    orders.orders.map(({ id }) => id),
  );
  const prizes = await exportPrizes(
    ctx,
    wins.map(({ lottery_id }) => lottery_id),
  );
  const today = londonDate(ctx.now());
  const body = JSON.stringify(
    {
      exported_at: ctx.now(),
      shop: ctx.publicUrl,
      ...account,
      limits,
      ...orders,
      documents,
      winner_records: wins,
      prizes,
      past_tickets: past,
      signs_of_harm: care,
      ...messages,
    },
    null,
    2,
  );
  return new Response(body, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName(ctx.brand.current.name)}-my-data-${today}.json"`,
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
    },
  });
}
