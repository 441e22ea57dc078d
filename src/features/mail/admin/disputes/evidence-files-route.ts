/**
 * POST /admin/disputes/{id}/files?kind=receipt&name=receipt.pdf, the file as body: `{error: null}`, or 4xx
 * or 503. GET /admin/disputes/{id}/files/{file} downloads one.
 */
import { redirect } from "react-router";
import { adminCall, permittedFile, runAction } from "#features/accounts/server/sessions/admin-call.ts";
import { FILE_KINDS, LARGEST_UPLOAD_BYTES } from "#features/orders/rules/evidence.ts";
import { addEvidenceFile, type FileError } from "#features/orders/server/disputes/evidence/change-evidence.ts";
import { exportEvidenceFile } from "#features/orders/server/disputes/list-disputes.ts";
import type { Call } from "#platform/request/api.server.ts";
import { readBytes } from "#platform/request/body.server.ts";
import { jsonReply } from "#platform/request/json.server.ts";

type FileRefusal = Exclude<FileError, "forbidden"> | "failed";

/** The HTTP status of each refusal. */
const STATUS = {
  not_found: 404,
  over: 409,
  already_sent: 409,
  under_way: 409,
  kind_taken: 409,
  too_large: 413,
  no_room: 413,
  wrong_type: 415,
  not_a_pdf: 422,
  not_a_picture: 422,
  too_many_pixels: 422,
  failed: 503,
} as const satisfies Record<FileRefusal, number>;

function refuse(error: FileRefusal): Response {
  return jsonReply({ error }, STATUS[error]);
}

/** A browser that opens the address gets the page of the dispute. */
export async function get({ params, context, request }: Call<"disputeId">): Promise<Response> {
  await adminCall(context, request);
  return redirect(`/admin/disputes/${encodeURIComponent(params.disputeId)}`);
}

export async function post({ params, context, request }: Call<"disputeId">): Promise<Response> {
  const { ctx, actor, search } = await adminCall(context, request);
  const kind = FILE_KINDS.find((known) => known === search.get("kind"));
  if (kind === undefined) return refuse("not_found");
  const bytes = await readBytes(request, LARGEST_UPLOAD_BYTES);
  if (bytes === undefined) return refuse("too_large");
  const added = await runAction(
    { ctx, request },
    addEvidenceFile(ctx, actor, { disputeId: params.disputeId, kind, name: search.get("name") ?? "", bytes }),
    "a file of evidence could not be stored",
  );
  return added.ok ? jsonReply({ error: null }) : refuse(added.error);
}

export async function getFile({ params, context, request }: Call<"disputeId" | "fileId">): Promise<Response> {
  const { ctx, actor } = await adminCall(context, request);
  const exported = permittedFile(request, await exportEvidenceFile(ctx, actor, params));
  if (!exported.ok) throw new Response(null, { status: 404 });
  const { kind, type, content } = exported.value;
  return new Response(new Uint8Array(content), {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${kind}.${type === "application/pdf" ? "pdf" : "jpg"}"`,
      "Cache-Control": "no-store",
    },
  });
}
