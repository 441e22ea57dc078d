/** The frame of every public page: header, content, footer, messages, and the bar of the demonstration. */
import { useTranslation } from "react-i18next";
import { Outlet } from "react-router";
import { visitorOf } from "#features/accounts/server/find-visitor.ts";
import { ctxOf } from "#platform/request.server.ts";
import { SkipLink } from "#ui/skip-link.tsx";
import { Toasts } from "#ui/toast.tsx";
import type { Route } from "./+types/shop-layout.ts";
import { DemoBar } from "./demo-bar.tsx";
import { ErrorPage } from "./error-page.tsx";
import { ShopFooter } from "./shop-footer.tsx";
import { ShopHeader } from "./shop-header.tsx";
import { FOOTER_LINKS, HEADER_LINKS } from "./shop-links.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { env, mailbox } = ctxOf(context);
  const visitor = await visitorOf(context, request);
  const { name, address, companyNumber, email } = env.trader;
  return {
    visitor: { user: visitor ? { firstName: visitor.firstName } : null, isAdmin: visitor?.isAdmin ?? false },
    seller: { name, address, companyNumber, email },
    mailboxPath: env.isDemo && mailbox ? "/mailbox" : undefined,
  };
}

export default function ShopLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame data={loaderData}>
      <Outlet />
    </Frame>
  );
}

/** A page that fails keeps the frame around it. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return <ErrorPage error={error} />;
  return (
    <Frame data={loaderData}>
      <ErrorPage error={error} />
    </Frame>
  );
}

function Frame({ data, children }: { data: Route.ComponentProps["loaderData"]; children: React.ReactNode }) {
  const { t } = useTranslation("common");
  return (
    <>
      <SkipLink to="#content">{t("skipToContent")}</SkipLink>
      <ShopHeader links={HEADER_LINKS} visitor={{ ...data.visitor, signOutPath: "/logout" }} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <ShopFooter links={FOOTER_LINKS} seller={data.seller} />
      {data.mailboxPath && <DemoBar mailboxPath={data.mailboxPath} />}
      <Toasts />
    </>
  );
}
