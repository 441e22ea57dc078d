/** Looking at a profile: one's own whole, somebody else's as far as they published it. */
import type { Ctx } from "#platform/ctx.server.ts";
import { isUuid } from "#shared/ids.ts";
import type { Profile } from "../rules/profile.ts";
import { initialName } from "../rules/public-name.ts";
import { findProfileRow } from "./profile-store.ts";

/** Everything. For its owner and for administrators; who asks is the caller's to check. Undefined for unknown, erased and malformed ids. */
export async function findProfile(ctx: Pick<Ctx, "db">, userId: string): Promise<Profile | undefined> {
  return isUuid(userId) ? findProfileRow(ctx.db, userId) : undefined;
}

/**
 * What anybody may see of a player: first name and initial, if they chose to be named in public.
 *
 * @returns undefined for a player who did not, and just so for one who does not exist
 */
export async function findPublicProfile(ctx: Pick<Ctx, "db">, userId: string): Promise<{ name: string } | undefined> {
  const profile = await findProfile(ctx, userId);
  const name = profile?.isFullNamePublic && !profile.isNameHidden ? initialName(profile) : undefined;
  return name === undefined ? undefined : { name };
}
