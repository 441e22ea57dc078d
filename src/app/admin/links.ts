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

export type Waiting = { readonly messages: number; readonly alerts: number; readonly approvals: number };

export type AdminLink = {
  readonly to: string;
  readonly right?: Right;
  readonly text: LinkText;
  readonly beforeOpening?: "nav.goingLive";
  readonly icon: Icon;
  readonly loading?: LoadingText;
  readonly counts?: keyof Waiting;
};

export const ADMIN_LINKS: readonly AdminLink[] = [
  { to: "/admin", right: "sales.read", text: "nav.dashboard", icon: LayoutDashboard },
  { to: "/admin/users", right: "people.read", text: "nav.users", icon: Users, loading: "nav.loadingUsers" },
  { to: "/admin/lotteries", right: "lotteries.read", text: "nav.lotteries", icon: CarFront, loading: "nav.loadingLotteries" },
  { to: "/admin/draw", right: "draws.read", text: "nav.draw", icon: Dices },
  { to: "/admin/winners", right: "winners.read", text: "nav.winners", icon: Trophy, loading: "nav.loadingWinners" },
  { to: "/admin/emails", right: "campaigns.read", text: "nav.emails", icon: Mail },
  { to: "/admin/settings", text: "nav.settings", icon: Settings },
];

export const MORE_ADMIN_LINKS: readonly AdminLink[] = [
  { to: "/admin/live", right: "live.read", text: "nav.live", beforeOpening: "nav.goingLive", icon: HeartPulse },
  { to: "/admin/alerts", right: "alerts.read", text: "nav.alerts", icon: Bell, counts: "alerts" },
  { to: "/admin/approvals", right: "approvals.read", text: "nav.approvals", icon: UserRoundCheck, counts: "approvals" },
  { to: "/admin/orders", right: "orders.read", text: "nav.orders", icon: ReceiptText },
  { to: "/admin/disputes", right: "disputes.read", text: "nav.disputes", icon: Scale },
  { to: "/admin/payments", right: "payments.read", text: "nav.payments", icon: CreditCard },
  { to: "/admin/journal", right: "books.read", text: "nav.journal", icon: BookOpenText },
  { to: "/admin/payouts", right: "books.read", text: "nav.payouts", icon: Banknote },
  { to: "/admin/profit", right: "books.read", text: "nav.profit", icon: ChartColumn },
  { to: "/admin/free-entries", right: "entries.read", text: "nav.freeEntries", icon: Stamp },
  { to: "/admin/audit-log", right: "audit.read", text: "nav.auditLog", icon: ScrollText },
  { to: "/admin/practice", right: "practice.read", text: "nav.practice", icon: ListChecks },
  { to: "/admin/messages", right: "messages.read", text: "nav.messages", icon: Inbox, counts: "messages" },
  { to: "/admin/complaints", right: "messages.read", text: "nav.complaints", icon: MessageSquareWarning },
  { to: "/admin/care", right: "care.handle", text: "nav.care", icon: HeartHandshake },
  { to: "/admin/api-keys", right: "integrations.manage", text: "nav.apiKeys", icon: KeyRound },
  { to: "/admin/webhooks", right: "integrations.manage", text: "nav.webhooks", icon: Webhook },
  { to: "/admin/staff", right: "staff.read", text: "nav.staff", icon: UserRoundCog },
  { to: "/admin/shop", right: "shop.write", text: "nav.shop", icon: Store },
  { to: "/admin/texts", right: "texts.write", text: "nav.texts", icon: FileText },
];

export function linksFor(links: readonly AdminLink[], role: Role | undefined): readonly AdminLink[] {
  return links.filter(({ right }) => right === undefined || hasRight(role, right));
}

export function firstPage(role: Role | undefined): string {
  return linksFor(ADMIN_LINKS, role).find(({ to }) => to !== "/admin")?.to ?? "/admin/settings";
}
