/** Holds back forms of a signed-out administrator until they have signed in again in another tab. */
import { reloadPage } from "../loading/reload-page.ts";

/**
 * The window's event when a form starts or stops waiting; `detail` is the reason, undefined when it stops.
 */
export const WAIT_EVENT = "concours:admin-session";
/**
 * Why a form waits: the user is `signed_out`, is `shut` out of the back office (has no right to it), or has
 * `another_role` than when the page was made.
 */
export type WaitReason = "signed_out" | "shut" | "another_role" | undefined;
const SEND_ANYWAY_EVENT = "concours:admin-session-go-on";
const CHECK_AGAIN_MS = 2000;

/** A signed-in administrator; undefined fields are unknown. */
type User = { readonly id: string | undefined; readonly role: string | undefined };
let pageUser: User = { id: undefined, role: undefined };

/** Sets the administrator for whom the open page was made. */
export function setPageUser(id: string, role: string | undefined): void {
  pageUser = { id, role };
}

/** Lets a waiting form be sent although the user's role has changed. */
export function sendWithNewRole(): void {
  dispatchEvent(new Event(SEND_ANYWAY_EVENT));
}

/** Call before each form is sent. @returns once its sender is signed in; another person's page is reloaded */
export async function untilSignedIn(signal: AbortSignal): Promise<void> {
  let acceptsNewRole = false;
  const goOn = () => {
    acceptsNewRole = true;
  };
  addEventListener(SEND_ANYWAY_EVENT, goOn);
  let session = await readSession();
  let reason = waitReason(session);
  while (!signal.aborted && reason && !(acceptsNewRole && reason === "another_role")) {
    announce(reason);
    await untilNextCheck();
    session = await readSession();
    reason = waitReason(session);
  }
  removeEventListener(SEND_ANYWAY_EVENT, goOn);
  announce(undefined);
  if (typeof session === "string" || isPageUser(session)) return;
  reloadPage();
  await new Promise(() => undefined);
}

function waitReason(session: "signed_out" | "shut" | User): WaitReason {
  if (typeof session === "string") return session;
  return isPageUser(session) && session.role !== undefined && session.role !== pageUser.role ? "another_role" : undefined;
}

/** Also true if either person is unknown. */
function isPageUser({ id }: User): boolean {
  return pageUser.id === undefined || id === undefined || id === pageUser.id;
}

/** Who is signed in now. Unknown without a reply: the form itself reports the failure. */
async function readSession(): Promise<"signed_out" | "shut" | User> {
  const reply = await fetch("/admin/session", { redirect: "manual", cache: "no-store" }).catch(() => undefined);
  if (reply?.type === "opaqueredirect") {
    const session = await fetch("/api/session", { cache: "no-store" }).catch(() => undefined);
    return session?.ok ? "shut" : "signed_out";
  }
  const session = reply?.ok ? ((await reply.json().catch(() => ({}))) as Partial<User>) : {};
  return { id: session.id, role: session.role };
}

/** Until the window is focused, the form is to be sent anyway, or some time has passed. */
function untilNextCheck(): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      removeEventListener("focus", goOn);
      removeEventListener(SEND_ANYWAY_EVENT, goOn);
      resolve();
    };
    const timer = setTimeout(goOn, CHECK_AGAIN_MS);
    addEventListener("focus", goOn);
    addEventListener(SEND_ANYWAY_EVENT, goOn);
  });
}

const announce = (reason: WaitReason) => dispatchEvent(new CustomEvent<WaitReason>(WAIT_EVENT, { detail: reason }));
