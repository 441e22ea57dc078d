/** A cached page cannot carry a nonce: its policy names the scripts by their hashes (CSP 3, 2.3.1). */
import { hash } from "node:crypto";

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
/** Data blocks are not executed, so the policy ignores them. */
const IS_DATA = / type="application\//;

/** `policy` may name the marker as a nonce; its directive for scripts is replaced. */
type MarkedPage = { readonly html: string; readonly policy: string };

/** Replaces the marker with script hashes. Injected scripts lack the marker, so they do not run. */
export function hashScripts({ html, policy }: MarkedPage, marker: string): MarkedPage {
  const nonce = ` nonce="${marker}"`;
  const hashes = new Set<string>();
  for (const [, attributes = "", text = ""] of html.matchAll(SCRIPT)) {
    if (!attributes.includes(nonce) || IS_DATA.test(attributes)) continue;
    hashes.add(`'sha256-${hash("sha256", text, "base64")}'`);
  }
  return {
    html: html.replaceAll(nonce, ""),
    policy: policy.replace(`'nonce-${marker}' 'strict-dynamic'`, ["'self'", ...hashes].join(" ")),
  };
}
