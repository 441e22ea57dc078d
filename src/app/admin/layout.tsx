/** The layout of the back office and its guard: loaders and actions are for administrators only. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, Outlet, useLocation, useNavigation } from "react-router";
import { isNotAllowed } from "#features/access/rules/not-allowed.ts";
import { isReauthRequired } from "#features/access/rules/reauth.ts";
import { hasRight, ROLE_RIGHTS } from "#features/access/rules/rights.ts";
import { NotAllowedScreen, ReauthScreen } from "#features/accounts/admin/refusal-screens.tsx";
import { requireAdmin } from "#features/accounts/server/sessions/find-visitor.ts";
import { ReauthDialog } from "#features/accounts/shop/sign-in/reauth-dialog.tsx";
import { findOpening } from "#platform/opening.server.ts";
import { readFlash } from "#platform/request/flash.server.ts";
import { orLogged } from "#platform/request/or-failed.server.ts";
import { ctxOf, localeOf } from "#platform/request/request.server.ts";
import { WAIT_EVENT, setPageUser, sendWithNewRole, untilSignedIn, type WaitReason } from "#ui/admin/admin-session.ts";
import "#ui/admin/admin.css";
import { RightsOnScreen } from "#ui/allowed.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Dialog } from "#ui/feedback/dialog.tsx";
import { showFlash } from "#ui/feedback/flash.ts";
import { Toasts, toastError } from "#ui/feedback/toast.tsx";
import { LeaveConfirmation } from "#ui/fields/unsaved-guard.tsx";
import type { PageMessages } from "#ui/i18n/messages.ts";
import { lazyPart } from "#ui/loading/lazy-part.tsx";
import { reloadPage } from "#ui/loading/reload-page.ts";
import { SkipLink } from "#ui/navigation/skip-link.tsx";
import { DemoBar } from "../shell/demo-bar.tsx";
import { ErrorPage } from "../shell/error-page.tsx";
import { TestBar } from "../shell/test-bar.tsx";
import type { Route } from "./+types/layout.ts";
import type { PaletteProps } from "./command-palette.tsx";
import { ADMIN_LINKS, type Waiting } from "./links.ts";
import { listPending } from "./pending.ts";
import { AdminDrawer, AdminSidebar } from "./sidebar.tsx";
import { adminThemeOf } from "./theme.ts";

export const handle = { messages: ["admin", "auth"] } satisfies PageMessages;

const CommandPalette = lazyPart(() => import("./command-palette.tsx"), PaletteMissing);

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
  // The layout also renders if these cannot be read.
  const [pending, openedAt] = await Promise.all([
    orLogged(ctx, listPending(ctx, role), "the pending items could not be counted"),
    orLogged(ctx, findOpening(ctx), "whether the shop is open could not be read"),
  ]);
  return {
    id,
    email,
    name: firstName,
    role,
    readsLog: hasRight(role, "audit.read"),
    waiting: pending?.waiting ?? NOTHING_WAITS,
    isOpen: openedAt !== undefined,
    theme: adminThemeOf(request.headers.get("Cookie")),
    isTest: env.isTestMode,
    mailboxPath: env.isDemo && mailbox ? "/mailbox" : undefined,
    flash: readFlash(ctx, localeOf(context), request.headers.get("cookie")),
  };
}

const NOTHING_WAITS: Waiting = { messages: 0, complaints: 0, disputes: 0, approvals: 0, alerts: 0, cards: 0 };

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame page={loaderData}>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const thrown: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  const asked = isReauthRequired(thrown) ? thrown : undefined;
  const screen = asked ? (
    <ReauthScreen email={loaderData?.email} refusal={asked} />
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
  const { flash, theme, name, waiting, role, isOpen } = page;
  const [isFinding, setFinding] = useState(false);
  usePaletteKey(setFinding);
  const isLoading = useNavigation().state === "loading";
  const madeFor = useRef(page.id);
  useEffect(() => {
    setPageUser(page.id, page.role);
    if (madeFor.current !== page.id) reloadPage();
  }, [page.id, page.role]);
  useEffect(() => {
    if (flash) showFlash(flash);
  }, [flash]);
  const entries = { name, role, theme, waiting, isOpen, onFind: () => setFinding(true) };
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <SkipLink>{t("skipToContent")}</SkipLink>
      {page.mailboxPath && <DemoBar mailboxPath={page.mailboxPath} />}
      {page.isTest && <TestBar />}
      <div className="admin-shell" data-theme={theme}>
        <AdminSidebar {...entries} />
        <AdminDrawer {...entries} />
        <main id="content" tabIndex={-1} className="admin-main" aria-busy={isLoading}>
          <div className="admin-page">
            <RightsOnScreen rights={role ? ROLE_RIGHTS[role] : []}>
              <LeaveConfirmation>{children}</LeaveConfirmation>
            </RightsOnScreen>
          </div>
        </main>
      </div>
      <Loading />
      {isFinding && <CommandPalette role={role} isOpen={isOpen} onClose={() => setFinding(false)} />}
      <SessionEnded />
      <ReauthDialog email={page.email} />
      <Toasts />
    </>
  );
}

/** Ctrl K or Cmd K opens the search, also inside fields. */
function usePaletteKey(onOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isKey) return;
      event.preventDefault();
      onOpen(true);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [onOpen]);
}

/** Closes the search if its script failed to load, so that it can be opened again. */
function PaletteMissing({ onClose }: PaletteProps) {
  const { t } = useTranslation("common");
  useEffect(() => {
    toastError(t("part.notOpened"), { id: "palette" });
    onClose();
  }, [t, onClose]);
  return null;
}

/** Names the page that is loading while the server checks the session. */
function Loading() {
  const { t } = useTranslation("admin");
  const { t: common } = useTranslation("common");
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  if (state !== "loading" || !location) return <p role="status" className="sr-only" />;
  const target = location.pathname.startsWith("/admin") ? location.pathname : pathname;
  const loading = ADMIN_LINKS.find(({ to }) => to === target)?.loading;
  return (
    <p role="status" className="admin-busy">
      {loading ? t(loading) : common("account.checkingPermissions")}
    </p>
  );
}

function SessionEnded() {
  const { t } = useTranslation("admin");
  const [waitedFor, setWaitedFor] = useState<WaitReason>();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let before: WaitReason;
    const hear = (news: Event) => {
      // An event without a detail has null.
      const now = (news instanceof CustomEvent && (news.detail as WaitReason | null)) || undefined;
      if (now === before) return;
      before = now;
      if (now) setWaitedFor(now);
      setOpen(now !== undefined);
    };
    // Pressing the waiting button shows a closed dialog again.
    const press = ({ target }: MouseEvent) => {
      if (before && target instanceof Element && target.closest('[aria-busy="true"]')) setOpen(true);
    };
    addEventListener(WAIT_EVENT, hear);
    addEventListener("click", press);
    return () => {
      removeEventListener(WAIT_EVENT, hear);
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
          <Button variant="outline" onClick={sendWithNewRole}>
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
