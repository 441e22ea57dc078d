import type { Ctx } from "#platform/ctx.server.ts";

/** `path` defaults to the whole site. `isReadable` lets scripts read it. */
export type Cookie = { readonly name: string; readonly path?: string; readonly isReadable?: boolean };

/** `Set-Cookie`; 0 seconds delete the cookie. */
export function setCookie(
  ctx: Ctx,
  cookie: Cookie,
  { value, seconds }: { readonly value: string; readonly seconds: number },
): string {
  const text = `${cookieName(ctx, cookie)}=${value}; Path=${cookie.path ?? "/"}; Max-Age=${seconds}${cookie.isReadable ? "" : "; HttpOnly"}; SameSite=Lax`;
  return isSecure(ctx) ? `${text}; Secure` : text;
}

/** All values of the cookie: another site of the same domain may have set one, too. */
export function cookieValues(ctx: Ctx, cookie: Cookie, header: string | null): string[] {
  const prefix = `${cookieName(ctx, cookie)}=`;
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(prefix)).map((pair) => pair.slice(prefix.length));
}

/** `__Host-`: this host only, TLS, all paths. `__Secure-`: one path. Plain http supports neither. */
function cookieName(ctx: Ctx, { name, path, isReadable }: Cookie): string {
  if (isReadable || !isSecure(ctx)) return name;
  return path === undefined ? `__Host-${name}` : `__Secure-${name}`;
}

function isSecure(ctx: Ctx): boolean {
  return ctx.publicUrl.startsWith("https:");
}
