/** The HTML part of a mail as a document of its own, which may show itself and this site's pictures and do nothing else. */

/** No script, no form, no frame, nothing from elsewhere. Its links open in a page beside it, with the rights that page has anyway. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** @param publicUrl the site's origin, as the mail's links have it */
export function mailDocument(html: string, publicUrl: string): Response {
  return new Response(withLinksBeside(html, publicUrl), {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY, "Cache-Control": "no-store" },
  });
}

/** Links leave the frame, and stay on the host name by which the visitor came: the demonstration answers to several. */
function withLinksBeside(html: string, publicUrl: string): string {
  const local = html.replaceAll(`"${publicUrl}/`, '"/');
  const head = /<head[^>]*>/i;
  return head.test(local) ? local.replace(head, '$&<base target="_blank">') : `<base target="_blank">${local}`;
}
