/** The frame of every public page: header, content, footer, messages, and the bar of the demonstration. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { data, Outlet, type ShouldRevalidateFunctionArgs, useNavigation } from "react-router";
import { callName } from "#features/accounts/rules/public-name.ts";
import { visitorOf } from "#features/accounts/server/find-visitor.ts";
import { noteVisitor } from "#features/accounts/shop/known-visitor.ts";
import { listOwnHolds } from "#features/orders/server/list-purchases.ts";
import { HoldLinks } from "#features/orders/shop/hold-links.tsx";
import { networkName } from "#features/site/rules/social-name.ts";
import { CookieConsent } from "#features/site/shop/cookie-consent.tsx";
import { Ribbon } from "#features/site/shop/ribbon.tsx";
import { takeFlash } from "#platform/request/flash.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { shownText } from "#platform/request/shown-text.server.ts";
import { registryOf } from "#shared/registry.ts";
import type { OwnText } from "#shared/site-text.ts";
import { Toasts, toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { JsonLd } from "#ui/json-ld.tsx";
import { lazyPart, NothingMissing } from "#ui/lazy-part.tsx";
import { useOrigin } from "#ui/origin.ts";
import { SkipLink } from "#ui/skip-link.tsx";
import type { Route } from "./+types/shop-layout.ts";
import { ErrorPage } from "./error-page.tsx";
import { ShopFooter } from "./shop-footer.tsx";
import { ShopHeader } from "./shop-header.tsx";
import { FOOTER_LINKS, HEADER_LINKS } from "./shop-links.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const { env, mailbox, brand } = ctx;
  const visitor = await visitorOf(context, request);
  const { name, address, companyNumber, vatNumber, email } = brand.current.trader;
  const { flash, headers } = takeFlash(context, request);
  const holds = visitor ? await holdsOf(ctx, visitor.id, localeOf(context)) : [];
  const page = {
    visitor: {
      user: visitor ? { firstName: callName(visitor.firstName) } : null,
      isAdmin: visitor?.isStaff ?? false,
    },
    // Sent with the page, so that they weigh nothing in the scripts.
    headerLinks: HEADER_LINKS,
    footerLinks: FOOTER_LINKS,
    socialUrls: brand.current.socialUrls,
    announcements: linesOf(shownText(ctx, "announcements", localeOf(context))) ?? ownAnnouncements(ctx, localeOf(context)),
    footNote: linesOf(shownText(ctx, "footer", localeOf(context))),
    seller: { name, address, companyNumber, registry: registryOf(companyNumber), vatNumber, email },
    topBar: env.isTestMode || (env.isDemo && mailbox) ? { mailboxPath: env.isDemo ? "/mailbox" : undefined } : undefined,
    flash,
    holds,
    // Only where the bar needs it: all other pages stay identical for all visitors.
    ...(holds.length > 0 && { now: ctx.now().getTime() }),
  };
  return data(page, { headers });
}

/** An action that finds nobody signed in changes the header, too. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || actionStatus === 401;
}

function linesOf(text: OwnText | undefined): readonly string[] | undefined {
  return text && [...new Set(text.lead.split("\n").flatMap((line) => line.trim() || []))];
}

/** What the ribbon says where the operator has written nothing for it. */
function ownAnnouncements({ messages, brand }: ReturnType<typeof ctxOf>, locale: ReturnType<typeof localeOf>): readonly string[] {
  const t = messages[locale].getFixedT(null, "common");
  const [profile] = brand.current.socialUrls;
  const follow = profile === undefined ? [] : [t("ribbon.follow", { name: networkName(profile) })];
  return [...follow, t("ribbon.draw"), t("ribbon.odds"), t("ribbon.adults")];
}

/** Fetched in the demonstration and in test mode alone. */
const TopBar = lazyPart(async () => (await import("./top-bar.tsx")).default, NothingMissing);
/** Fetched by whoever has something reserved. */
const HoldBar = lazyPart(async () => (await import("#features/orders/shop/hold-bar.tsx")).default, HoldLinks);

/** The frame stands also where reservations cannot be read. */
function holdsOf(ctx: ReturnType<typeof ctxOf>, userId: string, locale: ReturnType<typeof localeOf>) {
  return listOwnHolds(ctx, userId, locale).catch((error: unknown) => {
    ctx.log.error({ err: error }, "a visitor's holds could not be listed");
    return [];
  });
}

export default function ShopLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame page={loaderData}>
      <Outlet />
    </Frame>
  );
}

/** A page that fails keeps the frame around it. */
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
  const { flash } = page;
  const isSignedIn = page.visitor.user !== null;
  useEffect(() => noteVisitor(isSignedIn), [isSignedIn]);
  const isForAdmin = useNavigation().location?.pathname.startsWith("/admin");
  useEffect(() => {
    if (flash) (flash.tone === "success" ? toastSuccess : toastError)(flash.text, { id: flash.id });
  }, [flash]);
  return (
    <>
      <ShopData page={page} />
      <SkipLink>{t("skipToContent")}</SkipLink>
      {page.topBar && <TopBar {...page.topBar} />}
      <CookieConsent />
      <Ribbon socialUrl={page.socialUrls[0]} lines={page.announcements} />
      <ShopHeader
        links={page.headerLinks}
        visitor={{ ...page.visitor, profilePath: "/profile", adminPath: "/admin", signOutPath: "/logout" }}
      />
      <main id="content" tabIndex={-1}>
        {page.holds.length > 0 && page.now !== undefined && <HoldBar holds={page.holds} now={page.now} />}
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

/** Who sells, for search engines. */
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
