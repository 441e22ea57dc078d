/** Reads and changes a player's profile and choices. */
import { findLastAddressChange } from "#features/access/server/account-log-store.ts";
import { consumeRateLimit } from "#features/access/server/consume-rate-limit.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import { isUuid } from "#shared/ids.ts";
import { err } from "#shared/result.ts";
import { firstNameInPublic, initialName, publicName } from "../../rules/person/public-name.ts";
import { checkProfile, type Profile, type ProfileFields, type ProfileProblems } from "../../rules/profile.ts";
import { tidyText } from "../../rules/registration.ts";
import { recordStaffEvent } from "../devices/account-events.ts";
import { lockLimitsRow } from "../person/player-limits-store.ts";
import { lockExclusions } from "../person/same-person-store.ts";
import { applySamePersonExclusionsTo } from "../person/same-person.ts";
import { storeMailboxExclusion } from "../person/stored-exclusions.ts";
import { isPhone, readPhone } from "./phone.ts";
import {
  type ConsentKind,
  findNameAt,
  findProfileRow,
  listPeople,
  lockName,
  recordConsent,
  updateProfileRow,
} from "./profile-store.ts";

/** For the owner and administrators only; the caller checks that. Undefined for unknown and erased ids. */
export async function findProfile(ctx: Pick<Ctx, "db">, userId: string): Promise<Profile | undefined> {
  return isUuid(userId) ? findProfileRow(ctx.db, userId) : undefined;
}

/** The name for a receipt of that day. Empty for an erased person. */
export async function findNameOnDay(ctx: Pick<Ctx, "db">, userId: string, day: Date): Promise<string> {
  return findNameAt(ctx.db, userId, day);
}

/** First name and initial, if the player chose to be named in public. */
export async function findPublicProfile(ctx: Pick<Ctx, "db">, userId: string): Promise<{ name: string } | undefined> {
  const profile = await findProfile(ctx, userId);
  const name = profile?.isFullNamePublic && !profile.isNameHidden ? initialName(profile) : undefined;
  return name === undefined ? undefined : { name };
}

/** Since when the account has its address. Earlier messages from that address may be another person's. */
export async function findAddressSince(
  ctx: { readonly db: Ctx["db"] | Tx },
  { id, createdAt }: Pick<Profile, "id" | "createdAt">,
): Promise<Date> {
  return (await findLastAddressChange(ctx.db, id)) ?? createdAt;
}

/** Fields that identify the person: they may be fixed, and change only a few times a day. */
const IDENTITY = ["firstName", "lastName", "birthDate"] as const;

type ProfileUpdate =
  | { readonly ok: true }
  | { readonly ok: false; readonly error: "invalid"; readonly problems: ProfileProblems }
  | { readonly ok: false; readonly error: "identity_fixed" | "identity_changed_often"; readonly field: keyof ProfileFields }
  | { readonly ok: false; readonly error: "not_found" };

/**
 * Checks and saves the profile. Renames of staff are logged, because the log shows current names.
 * @param isFixed whether name and birth date may no longer change, for example after a win
 */
export async function updateProfile(
  ctx: Ctx,
  userId: string,
  fields: ProfileFields,
  isFixed: (tx: Tx) => Promise<boolean> = async () => false,
): Promise<ProfileUpdate> {
  const problems = checkProfile(fields, londonDate(ctx.now()), isPhone);
  if (Object.keys(problems).length > 0) return { ok: false, error: "invalid", problems };
  const data = {
    firstName: tidyText(fields.firstName),
    lastName: tidyText(fields.lastName),
    phone: readPhone(fields.phone) ?? "",
    birthDate: fields.birthDate.trim(),
    county: tidyText(fields.county),
  };
  const changed = (before: Awaited<ReturnType<typeof lockName>>) =>
    before && IDENTITY.find((each) => (before[each] ?? "") !== data[each]);
  const saved = await ctx.db.transaction().execute(async (tx) => {
    const field = changed(await lockName(tx, userId));
    if (field && (await isFixed(tx))) return { ok: false, error: "identity_fixed", field } as const;
    if (field && (await consumeRateLimit({ ...ctx, db: tx }, "identityChangeByUser", userId)) > 0)
      return { ok: false, error: "identity_changed_often", field } as const;
    if (field) return "renames" as const;
    return (await updateProfileRow(tx, userId, data, ctx.now())) ? ({ ok: true } as const) : err("not_found");
  });
  if (saved !== "renames") return saved;
  // `lockExclusions` blocks registrations. Only changes of name or birth date take it, after the rate limit.
  return ctx.db.transaction().execute(async (tx) => {
    await lockExclusions(tx, "begin");
    // Lock order: limits before the account.
    await lockLimitsRow(tx, userId);
    const before = await lockName(tx, userId);
    const field = changed(before);
    if (field && (await isFixed(tx))) return { ok: false, error: "identity_fixed", field };
    if (!before || !(await updateProfileRow(tx, userId, data, ctx.now()))) return err("not_found");
    await applySamePersonExclusionsTo(ctx, tx, userId);
    // This account's own exclusion applies to accounts with its new name, too.
    await storeMailboxExclusion(ctx, tx, userId);
    const isRenamed = before.firstName !== data.firstName || before.lastName !== data.lastName;
    if (isRenamed) await recordStaffEvent({ db: tx, now: ctx.now }, { who: { userId }, action: "account.rename" });
    return { ok: true };
  });
}

/** `full_name_public` and `name_hidden`: how a win is published. `source`: such as "profile". */
type Choice = { readonly kind: ConsentKind; readonly given: boolean; readonly source: string };

/** Records a player's choice in a transaction of its own. */
export async function setConsent(ctx: Ctx, userId: string, choice: Choice): Promise<void> {
  await ctx.db.transaction().execute((tx) => setConsentIn(ctx, tx, userId, choice));
}

/** Records a player's choice in the caller's transaction. */
export async function setConsentIn(ctx: Pick<Ctx, "now">, tx: Tx, userId: string, choice: Choice): Promise<void> {
  await recordConsent(tx, userId, { ...choice, at: ctx.now() });
}

/** Public names by user id ("Amelia R., Kent"). Omits people who may not be named. */
export async function listPublicNames(ctx: Pick<Ctx, "db">, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const people = await listPeople(ctx.db, ids);
  return new Map(
    people.flatMap((person) => {
      const name = publicName(person);
      return name === undefined ? [] : [[person.id, name] as const];
    }),
  );
}

/** Of winners, without those who object to being named. */
export async function listFirstNames(ctx: Pick<Ctx, "db">, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const people = ids.length === 0 ? [] : await listPeople(ctx.db, ids);
  return new Map(
    people.flatMap((person) => {
      const name = firstNameInPublic(person);
      return name === undefined ? [] : [[person.id, name] as const];
    }),
  );
}
