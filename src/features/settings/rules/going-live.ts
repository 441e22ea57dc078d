/** What a shop needs before it sells, and how results are judged. */

/** Result of a check. `says`: key of its sentence, with `facts`. */
export type Found = {
  readonly state: "green" | "amber" | "red";
  readonly says: string;
  readonly facts?: Readonly<Record<string, string>>;
};

/** In the order of setting up a shop. Sales require that all musts were green. `to`: where to mend it. */
export const CHECKS = [
  { id: "owner", isMust: true, to: "/second-factor" },
  { id: "trader", isMust: true, to: "/admin/shop" },
  { id: "brand", isMust: true, to: "/admin/shop" },
  { id: "payments", isMust: true },
  { id: "webhook", isMust: true },
  { id: "mail", isMust: true },
  { id: "sender", isMust: false },
  { id: "storage", isMust: true },
  { id: "backups", isMust: false },
  { id: "beacon", isMust: false },
  { id: "postal", isMust: true, to: "/admin/shop" },
  { id: "terms", isMust: true, to: "/terms" },
  { id: "promise", isMust: false, to: "/admin/practice" },
  { id: "draw", isMust: true, to: "/admin/lotteries" },
] as const satisfies readonly { readonly id: string; readonly isMust: boolean; readonly to?: string }[];
export type CheckId = (typeof CHECKS)[number]["id"];

/** Results of checks. */
export const green = (says = "ok", facts: Found["facts"] = {}): Found => ({ state: "green", says, facts });
export const amber = (says: string, facts: Found["facts"] = {}): Found => ({ state: "amber", says, facts });
export const red = (says: string, facts: Found["facts"] = {}): Found => ({ state: "red", says, facts });

/** A payment provider with test keys, which is enough for a trial (docs/decisions/0067). */
export const TEST_KEYS = "testKeys";

/** Musts that are not green. Test keys only occur in test mode, and count as green there. */
export function openMusts(found: Readonly<Record<CheckId, Found>>): readonly CheckId[] {
  const isOpen = ({ state, says }: Found) => state !== "green" && !(state === "amber" && says === TEST_KEYS);
  return CHECKS.filter(({ id, isMust }) => isMust && isOpen(found[id])).map(({ id }) => id);
}

const DAY_MS = 86_400_000;

/** The result, or `tooOld`: during set-up, results of third parties are valid for a day. */
export function stillGood<T extends Found & { readonly lookedAt?: Date }>(found: T, now: Date): T | (Found & { lookedAt: Date }) {
  const { state, lookedAt } = found;
  const isOld = lookedAt !== undefined && now.getTime() - lookedAt.getTime() > DAY_MS;
  return isOld && state !== "red" ? { ...amber("tooOld"), lookedAt } : found;
}

/** Green up to two days after the last backup (one missed night), amber up to seven. */
export function judgeBackup(takenAt: Date | undefined, now: Date): Found {
  if (!takenAt) return amber("none");
  const facts = { at: takenAt.toISOString() };
  const days = (now.getTime() - takenAt.getTime()) / DAY_MS;
  if (days <= 2) return green("ok", facts);
  return days <= 7 ? amber("old", facts) : red("old", facts);
}

/** TXT records of the sender's domain: of itself (SPF), for DKIM (undefined if not queried) and DMARC. */
export type SenderRecords = {
  readonly domain: readonly string[];
  readonly dkim: readonly string[] | undefined;
  readonly dmarc: readonly string[];
};

/** Whether receivers can authenticate the shop's mail. Sources: RFC 7208, RFC 6376, RFC 7489. */
export function judgeSender(domain: string, records: SenderRecords): Found {
  const lacks = [
    ...(records.domain.some((record) => /^v=spf1(?:\s|$)/i.test(record)) ? [] : ["SPF"]),
    ...(records.dkim === undefined || records.dkim.some((record) => /(?:^|;)\s*p=[^;\s]/i.test(record)) ? [] : ["DKIM"]),
    ...(records.dmarc.some((record) => /^v=DMARC1\s*;/i.test(record)) ? [] : ["DMARC"]),
  ];
  if (lacks.length > 0) return amber("lacks", { domain, lacks: lacks.join(", ") });
  return records.dkim === undefined ? amber("noSelector", { domain }) : green("ok", { domain });
}
