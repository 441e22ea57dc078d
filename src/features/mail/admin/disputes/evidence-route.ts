/** GET /admin/disputes/{id}/evidence.pdf: the shop's evidence for a bank. */
import { adminCall, permittedFile } from "#features/accounts/server/sessions/admin-call.ts";
import { exportEvidence } from "#features/orders/server/disputes/list-disputes.ts";
import { writePdf } from "#platform/pdf/write-pdf.server.ts";
import type { Call } from "#platform/request/api.server.ts";
import { disputeDocument } from "./dispute-document.server.ts";
import { readDossier } from "./read-dossier.server.ts";

/** The file. 404 for an unknown dispute. */
export async function get({ params, context, request }: Call<"disputeId">) {
  const { ctx, actor } = await adminCall(context, request);
  const exported = permittedFile(request, await exportEvidence(ctx, actor, params.disputeId));
  if (!exported.ok) throw new Response(null, { status: 404 });
  const pdf = await writePdf(disputeDocument(await readDossier(ctx, actor, exported.value)));
  return new Response(new Uint8Array(pdf), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="evidence-${exported.value.dispute.providerId}.pdf"`,
      "Cache-Control": "no-store",
    },
  });
}
