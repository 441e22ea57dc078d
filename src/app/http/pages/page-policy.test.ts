import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashScripts } from "./page-policy.ts";

const MARK = "MARKMARKMARKMARKMARKMA==";
const POLICY = `default-src 'none'; script-src 'nonce-${MARK}' 'strict-dynamic'; style-src 'self'`;
const of = (text: string) => `'sha256-${hash("sha256", text, "base64")}'`;
const hashed = (html: string) => hashScripts({ html, policy: POLICY }, MARK);

describe("the policy of a shared page", () => {
  it("names each script of the page once, and the shop's own files", () => {
    const { html, policy } = hashed(
      `<script nonce="${MARK}">a()</script><script nonce="${MARK}" type="module" async="">import "/b.js";\nb()</script><script nonce="${MARK}">a()</script>`,
    );
    expect(html).toBe('<script>a()</script><script type="module" async="">import "/b.js";\nb()</script><script>a()</script>');
    expect(policy).toBe(`default-src 'none'; script-src 'self' ${of("a()")} ${of('import "/b.js";\nb()')}; style-src 'self'`);
  });

  it("does not name injected scripts", () => {
    const { policy } = hashed(`<script>evil()</script><script nonce="guess">evil()</script><script nonce="${MARK}">a()</script>`);
    expect(policy).toContain(`script-src 'self' ${of("a()")};`);
    expect(policy).not.toContain(of("evil()"));
  });

  it("ignores data blocks, and removes the marker everywhere", () => {
    const { html, policy } = hashed(
      `<link nonce="${MARK}" rel="preload" href="/a.woff2"/><script type="application/ld+json" nonce="${MARK}">{}</script><script type="application/json" id="messages">{}</script>`,
    );
    expect(html).not.toContain("nonce");
    expect(policy).toContain("script-src 'self';");
  });

  it("hashes UTF-8 bytes", () => {
    const text = 'say("Bienvenue – à gagner 🚗 \u2028")';
    expect(hashed(`<script nonce="${MARK}">${text}</script>`).policy).toContain(of(text));
  });
});
