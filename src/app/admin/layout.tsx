/** The layout of the back office and its guard: loaders and actions are for administrators only. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { data, isRouteErrorResponse, Outlet, useLocation, useNavigation } from "react-router";
import { isNotAllowed } from "#features/access/rules/not-allowed.ts";
import { isReauthAsked } from "#features/access/rules/reauth.ts";
import { hasRight, ROLE_RIGHTS } from "#features/access/rules/rights.ts";
import { NotAllowedScreen, ReauthScreen } from "#features/accounts/admin/refusal-screens.tsx";
import { requireAdmin } from "#features/accounts/server/sessions/find-visitor.ts";
import { ReauthDialog } from "#features/accounts/shop/sign-in/reauth-dialog.tsx";
import { countUnread } from "#features/inbox/server/list-inbox.ts";
import { countUnreadAlerts } from "#features/staff/server/alerts/alerts.ts";
import { countProposals } from "#features/staff/server/approvals/list-proposals.ts";
import { findOpening } from "#platform/opening.server.ts";
import { takeFlash } from "#platform/request/flash.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import type { Result } from "#shared/result.ts";
import { NEWS, pageIsOf, sendInThisRole, untilSignedIn, type WaitedFor } from "#ui/admin/admin-session.ts";
import "#ui/admin/admin.css";
import { RightsOnScreen } from "#ui/allowed.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/feedback/dialog.tsx";
import { Toasts, toastError, toastSuccess } from "#ui/feedback/toast.tsx";
import { AsksBeforeLeaving } from "#ui/fields/unsaved-guard.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { reloadPage } from "#ui/loading/reload-page.ts";
import { SkipLink } from "#ui/navigation/skip-link.tsx";
import { DemoBar } from "../shell/demo-bar.tsx";
import { ErrorPage } from "../shell/error-page.tsx";
import { TestBar } from "../shell/test-bar.tsx";
import type { Route } from "./+types/layout.ts";
import { ADMIN_LINKS, MORE_ADMIN_LINKS } from "./links.ts";
import { AdminDrawer, AdminSidebar } from "./sidebar.tsx";
import { adminThemeOf } from "./theme.ts";

export const handle = { messages: ["admin", "auth"] } satisfies PageMessages;

/** Runs before every loader and action below. The use-cases check rights again. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, request }) => {
    await requireAdmin(context, request);
  },
];

/** Forms wait until the administrator has signed in again; only navigations redirect. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }) => {
    if (request.method !== "GET") await untilSignedIn(request.signal);
  },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = ctxOf(context);
  const { env, mailbox } = ctx;
  const { id, email, firstName, role } = await requireAdmin(context, request);
  const actor = { kind: "admin", id } as const;
  // The layout also renders if the inboxes cannot be read.
  const waits = (count: Promise<Result<number, "forbidden">>) =>
    count.then(
      (counted) => (counted.ok ? counted.value : 0),
      (error: unknown) => {
        ctx.log.error({ err: error }, "unread messages and alerts could not be counted");
        return 0;
      },
    );
  const [messages, alerts, approvals, openedAt] = await Promise.all([
    waits(countUnread(ctx, actor)),
    waits(countUnreadAlerts(ctx, actor)),
    waits(countProposals(ctx, actor)),
    findOpening(ctx).catch((error: unknown) => {
      ctx.log.error({ err: error }, "whether the shop is open could not be read");
      return undefined;
    }),
  ]);
  const { flash, headers } = takeFlash(ctxOf(context), localeOf(context), request.headers.get("cookie"));
  const page = {
    id,
    email,
    name: firstName,
    role,
    readsLog: hasRight(role, "audit.read"),
    unread: { messages, alerts, approvals },
    isOpen: openedAt !== undefined,
    theme: adminThemeOf(request.headers.get("Cookie")),
    isTest: env.isTestMode,
    mailboxPath: env.isDemo && mailbox ? "/mailbox" : undefined,
    flash,
  };
  return data(page, { headers });
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame page={loaderData}>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const thrown: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  const asked = isReauthAsked(thrown) ? thrown : undefined;
  const screen = asked ? (
    <ReauthScreen email={loaderData?.email} asked={asked} />
  ) : isNotAllowed(thrown) ? (
    <NotAllowedScreen />
  ) : (
    <ErrorPage error={error} />
  );
  if (loaderData) return <Frame page={loaderData}>{screen}</Frame>;
  return (
    <main id="content" tabIndex={-1} className={asked ? "admin-shell !block" : "admin-shell"} data-theme="dark">
      {asked ? <div className="mx-auto max-w-[600px] px-5 py-16">{screen}</div> : screen}
    </main>
  );
}

function Frame({ page, children }: { page: Route.ComponentProps["loaderData"]; children: React.ReactNode }) {
  const { t } = useTranslation("common");
  const { flash, theme, name, unread, role, isOpen } = page;
  const isLoading = useNavigation().state === "loading";
  const madeFor = useRef(page.id);
  useEffect(() => {
    pageIsOf(page.id, page.role);
    if (madeFor.current !== page.id) reloadPage();
  }, [page.id, page.role]);
  useEffect(() => {
    if (flash) (flash.tone === "success" ? toastSuccess : toastError)(flash.text, { id: flash.id });
  }, [flash]);
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <SkipLink>{t("skipToContent")}</SkipLink>
      {page.mailboxPath && <DemoBar mailboxPath={page.mailboxPath} />}
      {page.isTest && <TestBar />}
      <div className="admin-shell" data-theme={theme}>
        <AdminSidebar name={name} role={role} theme={theme} unread={unread} isOpen={isOpen} />
        <AdminDrawer name={name} role={role} theme={theme} unread={unread} isOpen={isOpen} />
        <main id="content" tabIndex={-1} className="admin-main" aria-busy={isLoading}>
          <div className="admin-page">
            <RightsOnScreen rights={role ? ROLE_RIGHTS[role] : []}>
              <AsksBeforeLeaving>{children}</AsksBeforeLeaving>
            </RightsOnScreen>
          </div>
        </main>
      </div>
      <Waiting />
      <SessionEnded />
      <ReauthDialog email={page.email} />
      <Toasts />
    </>
  );
}

/** Names the page that is loading while the server checks the session. */
function Waiting() {
  const { t } = useTranslation("admin");
  const { t: common } = useTranslation("common");
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  if (state !== "loading" || !location) return <p role="status" className="sr-only" />;
  const target = location.pathname.startsWith("/admin") ? location.pathname : pathname;
  const loading = [...ADMIN_LINKS, ...MORE_ADMIN_LINKS].find(({ to }) => to === target)?.loading;
  return (
    <p role="status" className="admin-busy">
      {loading ? t(loading) : common("account.checkingPermissions")}
    </p>
  );
}

function SessionEnded() {
  const { t } = useTranslation("admin");
  const [waitedFor, setWaitedFor] = useState<WaitedFor>();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let before: WaitedFor;
    const hear = (news: Event) => {
      // An event without a detail has null.
      const now = (news instanceof CustomEvent && (news.detail as WaitedFor | null)) || undefined;
      if (now === before) return;
      before = now;
      if (now) setWaitedFor(now);
      setOpen(now !== undefined);
    };
    // Pressing the waiting button shows a closed dialog again.
    const press = ({ target }: MouseEvent) => {
      if (before && target instanceof Element && target.closest('[aria-busy="true"]')) setOpen(true);
    };
    addEventListener(NEWS, hear);
    addEventListener("click", press);
    return () => {
      removeEventListener(NEWS, hear);
      removeEventListener("click", press);
    };
  }, []);
  const says = SAYS[waitedFor ?? "signed_out"];
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={t(says.title)}
      description={t(says.text)}
      footer={
        waitedFor === "another_role" ? (
          <Button variant="outline" onClick={sendInThisRole}>
            {t("session.send")}
          </Button>
        ) : (
          waitedFor !== "shut" && (
            <LinkButton to="/login?next=/admin" target="_blank">
              {t("session.signIn")}
            </LinkButton>
          )
        )
      }
    />
  );
}

const SAYS = {
  signed_out: { title: "session.ended", text: "session.text" },
  shut: { title: "session.shut", text: "session.shutText" },
  another_role: { title: "session.role", text: "session.roleText" },
} as const;
