/** Every address of the site on one page. */
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("shop-layout.tsx", [
    index("home-page.tsx"),
    route("prize", "../features/lotteries/shop/prize-page.tsx"),
    route("past-draws", "../features/draws/shop/past-draws-page.tsx"),
    route("lottery/:lotteryId?", "../features/lotteries/shop/lottery-page.tsx"),
    route("quiz/:lotteryId", "../features/orders/shop/quiz-page.tsx"),
    route("success", "../features/orders/shop/success-page.tsx"),
    route("how-to-win", "../features/site/shop/how-to-win-page.tsx"),
    route("about", "about-page.tsx"),
    route("contact", "../features/messages/shop/contact-page.tsx"),
    route("enter-free", "../features/lotteries/shop/enter-free-page.tsx"),
    route("privacy", "../features/site/shop/privacy-page.tsx"),
    route("terms", "terms-page.tsx"),
    route("cookies", "../features/site/shop/cookies-page.tsx"),
    route("login", "../features/accounts/shop/login-page.tsx"),
    route("register", "../features/accounts/shop/register-page.tsx"),
    // The demo's mailbox: not found where mail really leaves.
    route("mailbox", "../features/messages/shop/mailbox-page.tsx"),
    route("mailbox/:id", "../features/messages/shop/mailbox-mail-page.tsx"),
    route("*", "not-found-page.tsx"),
  ]),
  route("lottery/:lotteryId/closing.ics", "../features/lotteries/shop/closing-calendar-route.ts"),
  // Pictures of shared links.
  route("og/shop.png", "../features/lotteries/shop/shop-picture-route.ts"),
  route("og/lottery/:file", "../features/lotteries/shop/share-picture-route.ts"),
  route("sitemap.xml", "sitemap-route.ts"),
  route("robots.txt", "robots-route.ts"),
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
  route("functions/send-contact-form", "../features/messages/shop/send-contact-form-route.ts"),
  // All pieces of the design system, while developing.
  ...(import.meta.env?.DEV ? [route("_gallery", "gallery-page.tsx")] : []),
] satisfies RouteConfig;
