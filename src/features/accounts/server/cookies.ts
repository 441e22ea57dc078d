import type { Ctx } from "#platform/ctx.server.ts";

/** `path` is where the browser shows it: everywhere unless told. Scripts cannot see it unless `isReadable`. */
export type Cookie = { readonly name: string; readonly path?: string; readonly isReadable?: boolean };

/** `Set-Cookie` for so long; 0 seconds make the browser forget it. */
export function setCookie(
  ctx: Ctx,
  cookie: Cookie,
  { value, seconds }: { readonly value: string; readonly seconds: number },
): string {
  const text = `${cookieName(ctx, cookie)}=${value}; Path=${cookie.path ?? "/"}; Max-Age=${seconds}${cookie.isReadable ? "" : "; HttpOnly"}; SameSite=Lax`;
  return isSecure(ctx) ? `${text}; Secure` : text;
}

/** What a request's `Cookie` header carries under its name; more than one where somebody else has set it, too. */
export function cookieValues(ctx: Ctx, cookie: Cookie, header: string | null): string[] {
  const prefix = `${cookieName(ctx, cookie)}=`;
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(prefix)).map((pair) => pair.slice(prefix.length));
}

/** `__Host-`: only this host may set it, only over TLS, and for all its pages; `__Secure-` where it is not for all. Plain http, as on a developer's machine, cannot have that. */
function cookieName(ctx: Ctx, { name, path, isReadable }: Cookie): string {
  if (isReadable || !isSecure(ctx)) return name;
  return path === undefined ? `__Host-${name}` : `__Secure-${name}`;
}

function isSecure(ctx: Ctx): boolean {
  return ctx.publicUrl.startsWith("https:");
}
