import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useFetchers, useLocation, useNavigation } from "react-router";
import { HoldLinks } from "#features/orders/shop/hold-links.tsx";
import { networkName } from "#features/site/rules/social-name.ts";
import { CookieConsent } from "#features/site/shop/cookies/cookie-consent.tsx";
import { Ribbon } from "#features/site/shop/home/ribbon.tsx";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { shownText } from "#platform/request/shown-text.server.ts";
import { companyRegistry } from "#shared/registry.ts";
import type { OwnText } from "#shared/text/site-text.ts";
import { Toasts } from "#ui/feedback/toast.tsx";
import { useLocale } from "#ui/i18n/messages.ts";
import { JsonLd } from "#ui/json-ld.tsx";
import { lazyPart, RenderNothing } from "#ui/loading/lazy-part.tsx";
import { loadMe, useMe } from "#ui/me.ts";
import { useOrigin } from "#ui/navigation/origin.ts";
import { SkipLink } from "#ui/navigation/skip-link.tsx";
import type { Route } from "./+types/shop-layout.ts";
import { ErrorPage } from "./error-page.tsx";
import { ShopFooter } from "./shop-footer.tsx";
import { ShopHeader } from "./shop-header.tsx";
import { FOOTER_LINKS, HEADER_LINKS } from "./shop-links.ts";

/** Independent of the visitor, whom `GET /api/me` returns. */
export function loader({ context }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const { env, mailbox, brand } = ctx;
  const { name, address, companyNumber, vatNumber, email } = brand.current.trader;
  return {
    // As data, not in the scripts.
    headerLinks: HEADER_LINKS,
    footerLinks: FOOTER_LINKS,
    socialUrls: brand.current.socialUrls,
    announcements: linesOf(shownText(ctx, "announcements", localeOf(context))) ?? ownAnnouncements(ctx, localeOf(context)),
    footNote: linesOf(shownText(ctx, "footer", localeOf(context))),
    seller: { name, address, companyNumber, registry: companyRegistry(companyNumber), vatNumber, email },
    topBar: env.isTestMode || (env.isDemo && mailbox) ? { mailboxPath: env.isDemo ? "/mailbox" : undefined } : undefined,
  };
}

function linesOf(text: OwnText | undefined): readonly string[] | undefined {
  return text && [...new Set(text.lead.split("\n").flatMap((line) => line.trim() || []))];
}

/** The default text of the ribbon. */
function ownAnnouncements({ messages, brand }: ReturnType<typeof ctxOf>, locale: ReturnType<typeof localeOf>): readonly string[] {
  const t = messages[locale].getFixedT(null, "common");
  const [profile] = brand.current.socialUrls;
  const follow = profile === undefined ? [] : [t("ribbon.follow", { name: networkName(profile) })];
  return [...follow, t("ribbon.draw"), t("ribbon.odds"), t("ribbon.adults")];
}

const TopBar = lazyPart(() => import("./top-bar.tsx"), RenderNothing);
const HoldBar = lazyPart(() => import("#features/orders/shop/hold-bar.tsx"), HoldLinks);

export default function ShopLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame page={loaderData}>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) {
    return (
      <main id="content" tabIndex={-1}>
        <ErrorPage error={error} />
      </main>
    );
  }
  return (
    <Frame page={loaderData}>
      <ErrorPage error={error} />
    </Frame>
  );
}

function Frame({ page, children }: { page: Route.ComponentProps["loaderData"]; children: React.ReactNode }) {
  const { t } = useTranslation("common");
  const isForAdmin = useNavigation().location?.pathname.startsWith("/admin");
  return (
    <>
      <FreshMe />
      <ShopData page={page} />
      <SkipLink>{t("skipToContent")}</SkipLink>
      {page.topBar && <TopBar {...page.topBar} />}
      <CookieConsent />
      <Ribbon socialUrl={page.socialUrls[0]} lines={page.announcements} />
      <ShopHeader links={page.headerLinks} />
      <main id="content" tabIndex={-1}>
        <OwnHolds />
        {children}
      </main>
      <ShopFooter links={page.footerLinks} seller={page.seller} socialUrls={page.socialUrls} note={page.footNote} />
      <Toasts />
      {isForAdmin && (
        <p role="status" className="checking">
          {t("account.checkingPermissions")}
        </p>
      )}
    </>
  );
}

/** Reads the visitor with each page, and after each form, which may have changed the session. */
function FreshMe() {
  const { pathname } = useLocation();
  const navigation = useNavigation();
  const locale = useLocale();
  const isFetching = useFetchers().some(({ state }) => state === "submitting");
  // A form's page stays until the next one is rendered.
  const isSending = isFetching || (navigation.formMethod ?? "GET") !== "GET";
  // A draw's page needs the visitor together with its data. Others read it after they are rendered.
  const next = navigation.location?.pathname;
  const path = next?.startsWith("/lottery/") ? next : pathname;
  // The back office reads the message itself.
  const isStaying = !isSending && !next?.startsWith("/admin");
  // Titles of reservations depend on the language.
  useEffect(() => {
    if (isStaying) void loadMe(path);
  }, [isStaying, path, locale]);
  return null;
}

/** Reserves space for the bar if there is a reservation, except on the payment's result. */
function OwnHolds() {
  const me = useMe();
  const { pathname } = useLocation();
  return (
    <div className={pathname === "/success" ? "" : "hold-place"}>
      {me && me.holds.length > 0 && <HoldBar holds={me.holds} now={me.now} />}
    </div>
  );
}

function ShopData({ page: { seller, socialUrls } }: { page: Route.ComponentProps["loaderData"] }) {
  const origin = useOrigin();
  const { t } = useTranslation("common");
  return (
    <JsonLd
      data={{
        "@type": "Organization",
        name: t("shop"),
        legalName: seller.name,
        url: `${origin}/`,
        logo: `${origin}/icons/icon-512.png`,
        email: seller.email,
        address: seller.address,
        sameAs: socialUrls,
      }}
    />
  );
}
