/** GET /admin/session: the signed-in administrator and role, which a form checks before it is sent. */

import { requireAdmin } from "#features/accounts/server/sessions/find-visitor.ts";
import type { Call } from "#platform/request/api.server.ts";

export async function get({ context, request }: Call) {
  const { id, role } = await requireAdmin(context, request);
  return Response.json({ id, role }, { headers: { "Cache-Control": "no-store" } });
}
