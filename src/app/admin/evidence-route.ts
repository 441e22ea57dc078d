/** GET /admin/disputes/{id}/evidence.html: everything that the shop can show a bank, in one file. */

import type { LoaderFunctionArgs } from "react-router";
import { adminOf } from "#features/accounts/server/admin-of.ts";
import { proofNeededForFile } from "#features/accounts/server/ask-proof.ts";
import { listSignIns } from "#features/accounts/server/list-sign-ins.ts";
import { notAllowed } from "#features/accounts/server/not-allowed.ts";
import { listOrderMails } from "#features/messages/server/list-order-mails.ts";
import { exportEvidence } from "#features/orders/server/export-evidence.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { evidenceHtml } from "./evidence-file.ts";

/** 404 for an unknown dispute. */
export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const ctx = ctxOf(context);
  const actor = await adminOf(context, request);
  const exported = await exportEvidence(ctx, actor, params.disputeId);
  if (!exported.ok && exported.error === "proof_needed") throw proofNeededForFile(request);
  if (!exported.ok && exported.error === "forbidden") throw notAllowed();
  if (!exported.ok) throw new Response(null, { status: 404 });
  const { order, dispute } = exported.value;
  const [mails, signIns] = await Promise.all([
    listOrderMails(ctx, actor, { orderId: order.id, userId: order.userId }),
    listSignIns(ctx, order.userId),
  ]);
  const { name, address, companyNumber } = ctx.env.trader;
  const policy = ctx.words.en.getFixedT(null, "terms")("refunds", { returnObjects: true });
  const html = evidenceHtml({
    ...exported.value,
    mails: mails.ok ? mails.value : [],
    signIns,
    shop: { name, address, companyNumber, url: ctx.publicUrl },
    refundPolicy: [...policy.text, ...policy.list, ...policy.more],
    madeAt: ctx.now(),
  });
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Disposition": `attachment; filename="evidence-${dispute.providerId}.html"`,
      "Cache-Control": "no-store",
    },
  });
}
