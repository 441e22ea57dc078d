/** GET /admin/disputes/{id}/evidence.pdf: the evidence for a bank as it was sent, or would be sent now. */
import { adminCall, permittedFile } from "#features/accounts/server/sessions/admin-call.ts";
import { exportEvidence } from "#features/orders/server/disputes/list-disputes.ts";
import type { Call } from "#platform/request/api.server.ts";
import { makeEvidencePdf } from "./make-evidence-pdf.server.ts";

/** The file. 404 for an unknown dispute. */
export async function get({ params, context, request }: Call<"disputeId">) {
  const { ctx, actor } = await adminCall(context, request);
  const exported = permittedFile(request, await exportEvidence(ctx, actor, params.disputeId));
  if (!exported.ok) throw new Response(null, { status: 404 });
  const { sentDocument, ...evidence } = exported.value;
  const pdf = sentDocument ?? (await makeEvidencePdf(ctx, actor, evidence));
  return new Response(new Uint8Array(pdf), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="evidence-${evidence.dispute.providerId}.pdf"`,
      "Cache-Control": "no-store",
    },
  });
}
