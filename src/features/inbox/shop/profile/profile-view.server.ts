/** Reads what /profile shows. */
import { type RouterContextProvider, redirect } from "react-router";
import { hasRight } from "#features/access/rules/rights.ts";
import { type ProfileTab, profileTab } from "#features/accounts/rules/profile.ts";
import { listDevices } from "#features/accounts/server/devices/list-devices.ts";
import { showPlayerLimits } from "#features/accounts/server/person/find-player-limits.ts";
import { listDuplicates } from "#features/accounts/server/person/list-duplicates.ts";
import { withShownPhone } from "#features/accounts/server/profile/phone.ts";
import { findProfile, findPublicProfile } from "#features/accounts/server/profile/profile.ts";
import { listPasskeys } from "#features/accounts/server/second-factor/passkeys.ts";
import { requireVisitor, type Visitor, visitorOf } from "#features/accounts/server/sessions/find-visitor.ts";
import { listResults, listWins } from "#features/draws/server/reading/list-results.ts";
import { drawDates } from "#features/lotteries/rules/dates/draw-dates.ts";
import { toImportedDrawView } from "#features/lotteries/rules/import/imported-view.ts";
import { inLanguage } from "#features/lotteries/rules/lottery.ts";
import { listImportedOf } from "#features/lotteries/server/import/imported-draws.ts";
import { findSpending } from "#features/orders/server/checkout/find-eligibility.ts";
import { listLiveTickets } from "#features/orders/server/players/delete-account.ts";
import { listPurchases } from "#features/orders/server/reading/list-purchases.ts";
import { findHelpCheck } from "#features/player-protection/server/code-of-practice/operator-statements.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { londonDate } from "#shared/dates/dates.ts";
import type { Locale } from "#shared/language/locale.ts";
import { listOwnComplaints } from "../../server/list-complaints.ts";

type Context = Readonly<RouterContextProvider>;

const OWN_TABS: readonly ProfileTab[] = ["tickets", "details", "security", "play"];
const OTHERS_TABS: readonly ProfileTab[] = ["tickets", "details"];

/** `missing` does not distinguish unknown, erased and hidden players. `failed`: reading failed. */
export type ProfileView =
  | { readonly kind: "missing" | "failed" }
  | Awaited<ReturnType<typeof readPublic>>
  | Awaited<ReturnType<typeof readFull>>;

/** Shows the profile of `uid`, or the visitor's own. Signed-out visitors have to sign in first. */
export async function showProfile(context: Context, request: Request): Promise<ProfileView> {
  const query = new URL(request.url).searchParams;
  const uid = query.get("uid");
  const visitor = uid === null ? await requireVisitor(context, request) : await visitorOf(context, request);
  if (visitor && uid === visitor.id) throw redirect("/profile");
  const ctx = ctxOf(context);
  const locale = localeOf(context);
  try {
    if (uid === null || hasRight(visitor?.role, "people.read")) return await readFull(ctx, locale, { query, visitor, uid });
    return await readPublic(ctx, locale, uid);
  } catch (error) {
    ctx.log.error({ err: error }, "a profile could not be read");
    return { kind: "failed" };
  }
}

/** What other visitors see: public name and wins. */
async function readPublic(ctx: Ctx, locale: Locale, uid: string) {
  const published = await findPublicProfile(ctx, uid);
  if (!published) return { kind: "missing" as const };
  const wins = await listWins(ctx, uid);
  return {
    kind: "public" as const,
    name: published.name,
    wins: wins.map(({ lotteryId, place, title, drawnAt }) => ({
      id: lotteryId,
      place,
      title: inLanguage(title, locale),
      drawnAt,
    })),
  };
}

/** The player's limits and what they have spent this month. */
async function readLimits(ctx: Ctx, userId: string) {
  const [view, { spent }, checkedAt] = await Promise.all([
    showPlayerLimits(ctx, userId),
    findSpending(ctx.db, userId, ctx.now()),
    findHelpCheck(ctx),
  ]);
  return { view, spent, checkedAt };
}

/** `uid`: the profile's user if it is not the visitor's own. */
type ProfileRequest = { readonly query: URLSearchParams; readonly visitor: Visitor | undefined; readonly uid: string | null };

/** What the owner and staff see. Only the chosen tab's data is read. */
async function readFull(ctx: Ctx, locale: Locale, { query, visitor, uid }: ProfileRequest) {
  const isOwn = uid === null;
  const userId = uid ?? visitor?.id ?? "";
  const tabs = isOwn ? OWN_TABS : OTHERS_TABS;
  const tab = profileTab(query.get("tab"), tabs);
  const stored = await findProfile(ctx, userId);
  const today = londonDate(ctx.now());
  if (!stored) return { kind: "missing" as const };
  const profile = withShownPhone(stored);
  const isSecurity = isOwn && tab === "security";
  const [history, imported, live, devices, passkeys, limits, complaints, duplicates] = await Promise.all([
    listPurchases(ctx, userId, locale),
    tab === "tickets" ? listImportedOf(ctx, userId) : [],
    isSecurity ? listLiveTickets(ctx, userId) : [],
    isSecurity && visitor ? listDevices(ctx, visitor) : [],
    isSecurity ? listPasskeys(ctx, userId) : [],
    isOwn && (tab === "play" || tab === "details") ? readLimits(ctx, userId) : undefined,
    isOwn && tab === "details" ? listOwnComplaints(ctx, stored) : [],
    isOwn ? [] : listDuplicates(ctx, userId),
  ]);
  const results = await listResults(
    ctx,
    [...history.live, ...history.past].map((draw) => draw.id),
  );
  return {
    kind: "full" as const,
    isOwn,
    uid: uid ?? undefined,
    logPath: !isOwn && hasRight(visitor?.role, "audit.read") ? `/admin/audit-log?subject=${uid}` : undefined,
    tab,
    tabs,
    isEditing: isOwn && tab === "details" && query.has("edit"),
    profile,
    history,
    imported: imported.map((draw) => ({ ...toImportedDrawView(draw, locale), numbers: draw.numbers })),
    outcomes: new Map([...results].map(([id, { winner, prizes }]) => [id, winner && { ...winner, prizes }])),
    live: live.map(({ lotteryId, title, isFrozen, tickets, ...ending }) => ({
      id: lotteryId,
      title: inLanguage(title, locale),
      dates: drawDates(ending),
      isFrozen,
      tickets,
    })),
    devices,
    passkeys: passkeys.length,
    hasSecondFactor: visitor?.hasSecondFactor ?? false,
    limits,
    complaints,
    duplicates,
    today,
    now: ctx.now().getTime(),
  };
}
