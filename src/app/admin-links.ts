/** Where the sidebar of the back office leads: screens that exist, and no others, in the order of the specification. */
import {
  Bell,
  CarFront,
  Dices,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  ReceiptText,
  Scale,
  ScrollText,
  Settings,
  Stamp,
  Trophy,
  UserRoundCheck,
  Users,
} from "lucide-react";

/** Keys of `admin`. */
type LinkText =
  | "nav.dashboard"
  | "nav.users"
  | "nav.lotteries"
  | "nav.draw"
  | "nav.winners"
  | "nav.emails"
  | "nav.settings"
  | "nav.alerts"
  | "nav.orders"
  | "nav.disputes"
  | "nav.freeEntries"
  | "nav.approvals"
  | "nav.auditLog"
  | "nav.messages";

/** What is said while the screen is on its way. */
type LoadingText = "users.loading" | "lotteries.loading" | "winners.loading";

/** How much waits behind a link, unread. */
export type Waiting = { readonly messages: number; readonly alerts: number; readonly approvals: number };

export type AdminLink = {
  readonly to: string;
  readonly text: LinkText;
  readonly icon: LucideIcon;
  /** Otherwise the reader is told what is being checked. */
  readonly loading?: LoadingText;
  /** What waits there is counted beside it. */
  readonly counts?: keyof Waiting;
};

/** The seven of the specification. */
export const ADMIN_LINKS: readonly AdminLink[] = [
  { to: "/admin", text: "nav.dashboard", icon: LayoutDashboard },
  { to: "/admin/users", text: "nav.users", icon: Users, loading: "users.loading" },
  { to: "/admin/lotteries", text: "nav.lotteries", icon: CarFront, loading: "lotteries.loading" },
  { to: "/admin/draw", text: "nav.draw", icon: Dices },
  { to: "/admin/winners", text: "nav.winners", icon: Trophy, loading: "winners.loading" },
  { to: "/admin/emails", text: "nav.emails", icon: Mail },
  { to: "/admin/settings", text: "nav.settings", icon: Settings },
];

/** What running the shop needs besides, under a heading of its own. */
export const MORE_ADMIN_LINKS: readonly AdminLink[] = [
  { to: "/admin/alerts", text: "nav.alerts", icon: Bell, counts: "alerts" },
  { to: "/admin/approvals", text: "nav.approvals", icon: UserRoundCheck, counts: "approvals" },
  { to: "/admin/orders", text: "nav.orders", icon: ReceiptText },
  { to: "/admin/disputes", text: "nav.disputes", icon: Scale },
  { to: "/admin/free-entries", text: "nav.freeEntries", icon: Stamp },
  { to: "/admin/audit-log", text: "nav.auditLog", icon: ScrollText },
  { to: "/admin/messages", text: "nav.messages", icon: Inbox, counts: "messages" },
];
