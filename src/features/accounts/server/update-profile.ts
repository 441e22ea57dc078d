/** Changing one's own data. */
import type { Ctx } from "#platform/ctx.server.ts";
import { londonDate } from "#shared/dates.ts";
import { checkProfile, type ProfileFields, type ProfileProblems } from "../rules/profile.ts";
import { tidyText } from "../rules/registration.ts";
import { isPhone, readPhone } from "./phone.ts";
import { updateProfileRow } from "./profile-store.ts";

export type ProfileUpdate =
  | { readonly ok: true }
  | { readonly ok: false; readonly error: "invalid"; readonly problems: ProfileProblems }
  | { readonly ok: false; readonly error: "not_found" };

/** @returns `invalid` with a problem per field, by the rules of registration; `not_found` where the account was erased meanwhile */
export async function updateProfile(ctx: Ctx, userId: string, fields: ProfileFields): Promise<ProfileUpdate> {
  const problems = checkProfile(fields, londonDate(ctx.now()), isPhone);
  if (Object.keys(problems).length > 0) return { ok: false, error: "invalid", problems };
  const data = {
    firstName: tidyText(fields.firstName),
    lastName: tidyText(fields.lastName),
    phone: readPhone(fields.phone) ?? "",
    birthDate: fields.birthDate.trim(),
    county: tidyText(fields.county),
  };
  return (await updateProfileRow(ctx.db, userId, data, ctx.now())) ? { ok: true } : { ok: false, error: "not_found" };
}
