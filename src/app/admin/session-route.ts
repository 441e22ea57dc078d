/** GET /admin/session: which administrator is signed in, and in which role, so that a form can ask before it is sent. The back office's door sends others home. */

import { requireAdmin } from "#features/accounts/server/find-visitor.ts";
import type { Call } from "#platform/request/api.server.ts";

export async function get({ context, request }: Call) {
  const { id, role } = await requireAdmin(context, request);
  return Response.json({ id, role }, { headers: { "Cache-Control": "no-store" } });
}
