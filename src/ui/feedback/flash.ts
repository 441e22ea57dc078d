/** The message of a redirect. */
import { FLASH_COOKIE, type Flash } from "#shared/me.ts";
import { writeCookie } from "../cookie.ts";
import { toastError, toastSuccess } from "./toast.tsx";

/**
 * Shows the message and deletes its cookie. The server leaves the cookie in place, since the reply of an
 * aborted navigation is never seen.
 */
export function showFlash({ id, tone, text }: Flash): void {
  (tone === "success" ? toastSuccess : toastError)(text, { id });
  writeCookie(`${FLASH_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`);
}
