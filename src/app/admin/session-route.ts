/** GET /admin/session: which administrator is signed in, and in which role, so that a form can ask before it is sent. The back office's door sends others home. */
import { requireAdmin } from "#features/accounts/server/find-visitor.ts";
import type { Route } from "./+types/session-route.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { id, role } = await requireAdmin(context, request);
  return Response.json({ id, role }, { headers: { "Cache-Control": "no-store" } });
}
