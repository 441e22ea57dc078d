import { words } from "#shared/text/words.ts";

/** Rights in the back office. Pages need a `.read` right to be linked. */
export const RIGHTS = [
  ...words("alerts.read alerts.write approvals.read audit.export audit.read books.close books.export books.read"),
  ...words("books.write campaigns.read campaigns.write care.handle complaints.write disputes.export disputes.read"),
  ...words("draws.export draws.read draws.run entries.read entries.write integrations.manage live.read live.write"),
  ...words(
    "lotteries.cancel lotteries.improve lotteries.read lotteries.write messages.broadcast messages.read messages.write orders.export",
  ),
  ...words("orders.read orders.refund orders.resend orders.void payments.read payments.write people.erase people.read"),
  ...words("people.reset_factor people.exclude practice.read practice.write sales.read shop.write staff.owners staff.read"),
  ...words("staff.write texts.write winners.disclose winners.read winners.write"),
];
export type Right = (typeof RIGHTS)[number];

export const ROLES = ["owner", "draws", "support", "finance", "marketing", "read-only"] as const;
export type Role = (typeof ROLES)[number];

/** All roles have these. */
const SHARED_RIGHTS = ["alerts.read", "draws.read", "live.read", "lotteries.read"] as const;

export const ROLE_RIGHTS: Readonly<Record<Role, readonly Right[]>> = {
  owner: RIGHTS,
  draws: [
    ...SHARED_RIGHTS,
    ...words("alerts.write approvals.read draws.export draws.run entries.read entries.write lotteries.cancel"),
    ...words(
      "lotteries.improve lotteries.write messages.broadcast orders.read people.read sales.read winners.read winners.write",
    ),
  ],
  support: [
    ...SHARED_RIGHTS,
    ...words("alerts.write approvals.read care.handle complaints.write disputes.read entries.read entries.write"),
    ...words("messages.read messages.write orders.read orders.resend people.erase people.read people.reset_factor"),
    ...words("people.exclude winners.read"),
  ],
  finance: [
    ...SHARED_RIGHTS,
    ...words("alerts.write approvals.read audit.export audit.read books.close books.export books.read books.write"),
    ...words("disputes.export disputes.read entries.read orders.export orders.read orders.refund orders.resend orders.void"),
    ...words("payments.read payments.write people.read sales.read"),
  ],
  marketing: [...SHARED_RIGHTS, "campaigns.read", "campaigns.write", "sales.read", "texts.write"],
  "read-only": RIGHTS.filter((right) => right.endsWith(".read")),
};

/** Whether the role includes the right. False without a role. */
export function hasRight(role: Role | undefined, right: Right): boolean {
  return role !== undefined && ROLE_RIGHTS[role].includes(right);
}

export function isRole(text: string | undefined): text is Role {
  return ROLES.some((role) => role === text);
}

/** The role's name as a text key: `read-only` → `read_only`. */
export function roleKey<R extends Role>(role: R): R extends "read-only" ? "read_only" : R {
  return role.replace("-", "_") as R extends "read-only" ? "read_only" : R;
}

/** All roles that include the right. */
export function rolesWith(right: Right): readonly Role[] {
  return ROLES.filter((role) => hasRight(role, right));
}
