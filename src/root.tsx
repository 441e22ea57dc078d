import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Links, Meta, Outlet, Scripts, useLocation, useRouteLoaderData } from "react-router";
import { GATE_PICTURE } from "#features/site/shop/age/age-gate-picture.ts";
import { AgeGate, AgeGatePreload, AnsweredStyle } from "#features/site/shop/age/age-gate.tsx";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { hasOwnLook, typefaceAddress } from "#shared/brand/brand-css.ts";
import { DEMO_BRAND } from "#shared/brand/brand.ts";
import { writeLanguages } from "#shared/language/languages.ts";
import { directionOf, offeredLanguages } from "#shared/language/locale.ts";
import { StartupLoader } from "#ui/feedback/startup-loader.tsx";
import { fontLink } from "#ui/fonts.ts";
import "#ui/app.css";
import { InlinedMessages } from "#ui/i18n/messages-inlined.tsx";
import { RememberedLanguage } from "#ui/i18n/messages-remembered.tsx";
import { type PageMessages, useLocale } from "#ui/i18n/messages.ts";
import { useNonce } from "#ui/loading/nonce.ts";
import { useScrollToTop } from "#ui/navigation/scroll.ts";
import { endHydration } from "#ui/time/shop-clock.ts";
import { STARTUP_LOADER_MS } from "#ui/time/timing.ts";
import type { Route } from "./+types/root.ts";
import { ErrorPage } from "./app/shell/error-page.tsx";
import { MeScript } from "./app/shell/me-script.tsx";
import { PageMeta } from "./app/shell/page-meta.tsx";
import { StartScripts } from "./app/shell/start-scripts.tsx";

export const links = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
];

export const handle = { messages: ["age-verification"] } satisfies PageMessages;

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, brand, env } = ctxOf(context);
  const { colours, typeface } = brand.current;
  return {
    origin: publicUrl,
    gatePicture: GATE_PICTURE,
    ...(env.isTestMode && { isTest: true }),
    ...(env.wording === "by-chance" && { isByChance: true }),
    ground: colours.ground,
    ticketFront: brand.current.ticketFront,
    languages: writeLanguages(offeredLanguages(localeOf(context))),
    ...(hasOwnLook(brand.current) && { brandCss: `/brand.css?v=${brand.version}` }),
    ...(typeface !== DEMO_BRAND.typeface && { font: typefaceAddress(typeface) }),
  };
}

/** A new document renews its data. */
export const shouldRevalidate = () => false;

/** Loaded after the page, which works without it. */
const afterLoad = () => import("./app/shell/after-load.ts").catch(() => undefined);

/** Wraps all requests of the pages. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => (await afterLoad())?.guard(request, next),
];

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useNonce();
  const { t } = useTranslation();
  const locale = useLocale();
  const root = useRouteLoaderData<typeof loader>("root");
  const { gatePicture, ground, ticketFront, languages, brandCss, font, isTest } = root ?? {};
  // The back office has its own colours and no age gate.
  const isAdmin = /^\/admin(\/|$)/.test(useLocation().pathname);
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      data-shop={t("shop")}
      data-tickets={ticketFront}
      data-languages={languages}
      className={isAdmin ? "admin" : undefined}
      // `MeScript` adds an attribute before hydration.
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={ground} />
        {/* Lets Vite write styles in development. */}
        {import.meta.env.DEV && <meta property="csp-nonce" nonce={nonce} />}
        {isTest && <meta name="robots" content="noindex, nofollow" />}
        <PageMeta />
        <Meta />
        <MeScript />
        {!isAdmin && <AgeGatePreload picture={gatePicture} />}
        <link {...fontLink} href={isAdmin || !font ? fontLink.href : font} />
        <Links nonce={nonce} />
        {brandCss && <link rel="stylesheet" href={brandCss} />}
        {!isAdmin && <AnsweredStyle />}
      </head>
      <body>
        {!isAdmin && <AgeGate picture={gatePicture} />}
        {children}
        <InlinedMessages />
        <StartScripts />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  const { i18n } = useTranslation();
  // After the effects of everything inside.
  useEffect(endHydration, []);
  useEffect(() => void afterLoad().then((module) => module?.start(i18n)), [i18n]);
  useScrollToTop();
  return (
    <>
      <RememberedLanguage />
      <Outlet />
      <StartupLoader durationMs={STARTUP_LOADER_MS} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="content" tabIndex={-1}>
      <ErrorPage error={error} />
    </main>
  );
}
