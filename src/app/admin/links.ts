import { hasRight, type Right, type Role } from "#features/access/rules/rights.ts";
import type { Words } from "#shared/text/words.ts";
import type { Icon } from "#ui/icon.tsx";
import {
  Banknote,
  Bell,
  BookOpenText,
  CarFront,
  ChartColumn,
  CreditCard,
  Dices,
  FileText,
  HeartHandshake,
  HeartPulse,
  Inbox,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  Mail,
  MessageSquareWarning,
  ReceiptText,
  Scale,
  ScrollText,
  Settings,
  Stamp,
  Store,
  Trophy,
  UserRoundCheck,
  UserRoundCog,
  Users,
  Webhook,
} from "#ui/icons.ts";

type LinkText = `nav.${Words<
  | "dashboard users lotteries draw winners emails settings alerts orders disputes journal payments payouts"
  | "profit freeEntries approvals auditLog live practice messages complaints care apiKeys webhooks staff shop"
  | "texts"
>}`;

type LoadingText = "nav.loadingUsers" | "nav.loadingLotteries" | "nav.loadingWinners";

/** Entries with a number of pending items. */
export type Waiting = Readonly<Record<"messages" | "complaints" | "disputes" | "approvals" | "alerts" | "cards", number>>;

export type AdminLink = {
  readonly to: string;
  readonly right?: Right;
  readonly text: LinkText;
  readonly beforeOpening?: "nav.goingLive";
  readonly icon: Icon;
  readonly loading?: LoadingText;
  readonly counts?: keyof Waiting;
};

export type AdminGroup = {
  readonly name: Words<"today players draws money messages marketing shop team">;
  /** Folded until it holds the current page or is opened. */
  readonly startsFolded?: true;
  readonly links: readonly AdminLink[];
};

/** By task. The specification's entries come first in their groups, in its order (section 2). */
const ADMIN_GROUPS: readonly AdminGroup[] = [
  {
    name: "today",
    links: [
      { to: "/admin", text: "nav.dashboard", icon: LayoutDashboard },
      { to: "/admin/alerts", right: "alerts.read", text: "nav.alerts", icon: Bell, counts: "alerts" },
      { to: "/admin/approvals", right: "approvals.read", text: "nav.approvals", icon: UserRoundCheck, counts: "approvals" },
    ],
  },
  {
    name: "players",
    links: [
      { to: "/admin/users", right: "people.read", text: "nav.users", icon: Users, loading: "nav.loadingUsers" },
      { to: "/admin/care", right: "care.handle", text: "nav.care", icon: HeartHandshake },
    ],
  },
  {
    name: "draws",
    links: [
      { to: "/admin/lotteries", right: "lotteries.read", text: "nav.lotteries", icon: CarFront, loading: "nav.loadingLotteries" },
      { to: "/admin/draw", right: "draws.read", text: "nav.draw", icon: Dices },
      { to: "/admin/winners", right: "winners.read", text: "nav.winners", icon: Trophy, loading: "nav.loadingWinners" },
      { to: "/admin/free-entries", right: "entries.read", text: "nav.freeEntries", icon: Stamp, counts: "cards" },
    ],
  },
  {
    name: "money",
    links: [
      { to: "/admin/orders", right: "orders.read", text: "nav.orders", icon: ReceiptText },
      { to: "/admin/disputes", right: "disputes.read", text: "nav.disputes", icon: Scale, counts: "disputes" },
      { to: "/admin/profit", right: "books.read", text: "nav.profit", icon: ChartColumn },
      { to: "/admin/payouts", right: "books.read", text: "nav.payouts", icon: Banknote },
      { to: "/admin/journal", right: "books.read", text: "nav.journal", icon: BookOpenText },
      { to: "/admin/payments", right: "payments.read", text: "nav.payments", icon: CreditCard },
    ],
  },
  {
    name: "messages",
    links: [
      { to: "/admin/messages", right: "messages.read", text: "nav.messages", icon: Inbox, counts: "messages" },
      {
        to: "/admin/complaints",
        right: "messages.read",
        text: "nav.complaints",
        icon: MessageSquareWarning,
        counts: "complaints",
      },
    ],
  },
  {
    name: "marketing",
    links: [{ to: "/admin/emails", right: "campaigns.read", text: "nav.emails", icon: Mail }],
  },
  {
    name: "shop",
    startsFolded: true,
    links: [
      { to: "/admin/shop", right: "shop.write", text: "nav.shop", icon: Store },
      { to: "/admin/texts", right: "texts.write", text: "nav.texts", icon: FileText },
      { to: "/admin/live", right: "live.read", text: "nav.live", beforeOpening: "nav.goingLive", icon: HeartPulse },
      { to: "/admin/practice", right: "practice.read", text: "nav.practice", icon: ListChecks },
      { to: "/admin/api-keys", right: "integrations.manage", text: "nav.apiKeys", icon: KeyRound },
      { to: "/admin/webhooks", right: "integrations.manage", text: "nav.webhooks", icon: Webhook },
    ],
  },
  {
    name: "team",
    links: [
      { to: "/admin/settings", text: "nav.settings", icon: Settings },
      { to: "/admin/staff", right: "staff.read", text: "nav.staff", icon: UserRoundCog },
      { to: "/admin/audit-log", right: "audit.read", text: "nav.auditLog", icon: ScrollText },
    ],
  },
];

export const ADMIN_LINKS: readonly AdminLink[] = ADMIN_GROUPS.flatMap(({ links }) => links);

/** The groups and entries that a role may open. */
export function groupsFor(role: Role | undefined): readonly AdminGroup[] {
  return ADMIN_GROUPS.map((group) => ({
    ...group,
    links: group.links.filter(({ right }) => right === undefined || hasRight(role, right)),
  })).filter(({ links }) => links.length > 0);
}

/** Whether an entry leads to a page: to it, or to the page above it. */
export function leadsTo({ to }: AdminLink, pathname: string): boolean {
  return pathname === to || (to !== "/admin" && pathname.startsWith(`${to}/`));
}
