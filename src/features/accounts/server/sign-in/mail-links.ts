/** Signed links in mails about accounts, and the queue of these mails. */
import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Ctx } from "#platform/ctx.server.ts";
import type { JobData } from "#platform/jobs/queues.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isSigned, signingKey } from "../sessions/auth-secrets.ts";
import { insertLink, type UndoPurpose } from "./link-store.ts";

const HOUR_MS = 3_600_000;

/** Purposes of links and how long each is valid, in ms. */
export const LINK_LIFETIME_MS = {
  "verify-email": 7 * 24 * HOUR_MS,
  "reset-password": HOUR_MS,
  "change-email": 24 * HOUR_MS,
  "sign-in": 6 * HOUR_MS,
  "undo-email": 7 * 24 * HOUR_MS,
  /** For an old address that was unconfirmed: it is not reserved meanwhile. */
  "undo-claimed": 7 * 24 * HOUR_MS,
} as const;
export type LinkPurpose = keyof typeof LINK_LIFETIME_MS;

const PAGES: Record<LinkPurpose, string> = {
  "verify-email": "/verify-email",
  "reset-password": "/reset-password",
  "change-email": "/verify-email",
  "sign-in": "/login",
  "undo-email": "/undo-email",
  "undo-claimed": "/undo-email",
};

/** The URL of a link. Its secret is derived from the row's id and our key, and stored nowhere. */
export function linkAddress(ctx: Ctx, purpose: LinkPurpose, id: string): string {
  return `${ctx.publicUrl}${PAGES[purpose]}?token=${linkToken(ctx, id)}`;
}

/** The URL of an invitation to the staff. */
export function invitationAddress(ctx: Ctx, id: string): string {
  return `${ctx.publicUrl}/staff-invitation?token=${linkToken(ctx, id)}`;
}

/** The URL for the first owner of a new shop. */
export function ownerAddress(ctx: Ctx, id: string): string {
  return `${ctx.publicUrl}/first-owner?token=${linkToken(ctx, id)}`;
}

/** The id and its signature. */
export function linkToken(ctx: Ctx, id: string): string {
  return `${id}.${secretOf(signingKey(ctx, "mail-link"), id)}`;
}

/** Tolerates what mail programs and chats put around it: "3D" before, a full stop or bracket after. */
const TOKEN = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})(?!\.?[\w-])/;
/** Quoted-printable line breaks, blanks and invisible characters. */
const WRAPPED = /=?[\s\p{Cf}]+/gu;

/** The row's id, or undefined if we did not sign the token. Does not check that the row exists. */
export function linkIdOf(ctx: Ctx, token: string): string | undefined {
  const [, id, secret] = TOKEN.exec(token.replaceAll(WRAPPED, "")) ?? [];
  if (id === undefined || secret === undefined || !z.uuid().safeParse(id).success) return undefined;
  return isSigned(ctx, "mail-link", secret, (key) => secretOf(key, id)) ? id : undefined;
}

function secretOf(key: string, id: string): string {
  return createHmac("sha256", key).update(`link:${id}`).digest("base64url");
}

export type AccountMail = JobData["account-mail"];
type Reader = Pick<AccountMail, "userId" | "to" | "firstName" | "locale">;

/** Queues a mail about an account. Pass all data of the mail: the account may be gone when it is sent. */
export async function queueAccountMail(ctx: Pick<Ctx, "jobs">, tx: Tx, mail: AccountMail): Promise<void> {
  await ctx.jobs.send(tx, "account-mail", mail);
}

/** Stores a link and queues its mail. `reader.id`: the link's id. */
export async function queueLink(
  ctx: Ctx,
  tx: Tx,
  purpose: Exclude<LinkPurpose, UndoPurpose>,
  reader: Reader & { readonly id: string },
): Promise<void> {
  const now = ctx.now();
  const { id, userId, to: email, firstName, locale } = reader;
  await insertLink(tx, { id, purpose, userId, email, expiresAt: new Date(now.getTime() + LINK_LIFETIME_MS[purpose]) }, now);
  await queueAccountMail(ctx, tx, { message: purpose, about: id, userId, to: email, firstName, locale });
}
