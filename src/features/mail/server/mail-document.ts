/** The HTML part of a mail as a document that may only show itself and this site's pictures. */

/** No scripts, forms, frames or external content. Links open in a new, unrestricted page. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** @param publicUrl the site's origin, as in the mail's links */
export function mailDocument(html: string, publicUrl: string): Response {
  return new Response(withLinksBeside(html, publicUrl), {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY, "Cache-Control": "no-store" },
  });
}

/** Links open outside the frame, on the visitor's host name: the demonstration has several. */
function withLinksBeside(html: string, publicUrl: string): string {
  const local = html.replaceAll(`"${publicUrl}/`, '"/');
  const head = /<head[^>]*>/i;
  return head.test(local) ? local.replace(head, '$&<base target="_blank">') : `<base target="_blank">${local}`;
}
