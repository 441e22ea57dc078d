/** Every address of the site on one page. */
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("shop-layout.tsx", [
    index("home-page.tsx"),
    route("lottery/:lotteryId?", "../features/lotteries/shop/lottery-page.tsx"),
    route("quiz/:lotteryId", "../features/orders/shop/quiz-page.tsx"),
    route("success", "../features/orders/shop/success-page.tsx"),
    route("login", "../features/accounts/shop/login-page.tsx"),
    route("register", "../features/accounts/shop/register-page.tsx"),
    // The demo's mailbox: not found where mail really leaves.
    route("mailbox", "../features/messages/shop/mailbox-page.tsx"),
    route("mailbox/:id", "../features/messages/shop/mailbox-mail-page.tsx"),
    route("*", "not-found-page.tsx"),
  ]),
  route("mailbox/:id/html", "../features/messages/shop/mailbox-html-route.ts"),
  route("logout", "../features/accounts/shop/logout-route.ts"),
  route("api/session", "../features/accounts/shop/session-route.ts"),
  route("api/session/refresh", "../features/accounts/shop/session-refresh-route.ts"),
  route("api/users", "../features/accounts/shop/users-route.ts"),
  route("api/lotteries", "../features/lotteries/shop/lotteries-api-route.ts"),
  route("api/lotteries/:lotteryId", "../features/lotteries/shop/lottery-api-route.ts"),
  route("api/tickets", "../features/orders/shop/tickets-api-route.ts"),
  route("api/payments/webhook", "../features/orders/shop/webhook-route.ts"),
  route("functions/create-checkout-session-lottery", "../features/orders/shop/create-checkout-route.ts"),
  // All pieces of the design system, while developing.
  ...(import.meta.env?.DEV ? [route("_gallery", "gallery-page.tsx")] : []),
] satisfies RouteConfig;
