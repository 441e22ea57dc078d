/** GET /admin/session: 204 for administrators, so that a form can ask before it is sent. The back office's door sends others home. */
export function loader() {
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}
