/** Holds back forms of a signed-out administrator until they have signed in again in another tab. */
import { reloadPage } from "../loading/reload-page.ts";

/** The window's event when a form starts or stops waiting; `detail` is the reason. */
export const NEWS = "concours:admin-session";
/** Why a form waits: the user is `signed_out`, `shut` out (no right), or `another_role` than the page's. */
export type WaitedFor = "signed_out" | "shut" | "another_role" | undefined;
const GO_ON = "concours:admin-session-go-on";
const LOOK_AGAIN_MS = 2000;

type Reader = { readonly id: string | undefined; readonly role: string | undefined };
let madeFor: Reader = { id: undefined, role: undefined };

export function pageIsOf(id: string, role: string | undefined): void {
  madeFor = { id, role };
}

export function sendInThisRole(): void {
  dispatchEvent(new Event(GO_ON));
}

/** Call before each form is sent. @returns once its sender is signed in; another person's page is reloaded */
export async function untilSignedIn(signal: AbortSignal): Promise<void> {
  let isAnyRole = false;
  const goOn = () => {
    isAnyRole = true;
  };
  addEventListener(GO_ON, goOn);
  let who = await whoIsSignedIn();
  let reason = waitReason(who);
  while (!signal.aborted && reason && !(isAnyRole && reason === "another_role")) {
    tell(reason);
    await untilItMayHaveChanged();
    who = await whoIsSignedIn();
    reason = waitReason(who);
  }
  removeEventListener(GO_ON, goOn);
  tell(undefined);
  if (typeof who === "string" || isPagesOwn(who)) return;
  reloadPage();
  await new Promise(() => undefined);
}

function waitReason(who: "signed_out" | "shut" | Reader): WaitedFor {
  if (typeof who === "string") return who;
  return isPagesOwn(who) && who.role !== undefined && who.role !== madeFor.role ? "another_role" : undefined;
}

/** Also true if either person is unknown. */
function isPagesOwn({ id }: Reader): boolean {
  return madeFor.id === undefined || id === undefined || id === madeFor.id;
}

/** Without a reply the form itself reports the failure. */
async function whoIsSignedIn(): Promise<"signed_out" | "shut" | Reader> {
  const reply = await fetch("/admin/session", { redirect: "manual", cache: "no-store" }).catch(() => undefined);
  if (reply?.type === "opaqueredirect") {
    const session = await fetch("/api/session", { cache: "no-store" }).catch(() => undefined);
    return session?.ok ? "shut" : "signed_out";
  }
  const session = reply?.ok ? ((await reply.json().catch(() => ({}))) as Partial<Reader>) : {};
  return { id: session.id, role: session.role };
}

function untilItMayHaveChanged(): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      removeEventListener("focus", goOn);
      removeEventListener(GO_ON, goOn);
      resolve();
    };
    const timer = setTimeout(goOn, LOOK_AGAIN_MS);
    addEventListener("focus", goOn);
    addEventListener(GO_ON, goOn);
  });
}

const tell = (waitedFor: WaitedFor) => dispatchEvent(new CustomEvent<WaitedFor>(NEWS, { detail: waitedFor }));
