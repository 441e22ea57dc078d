/** In the browser: what an administrator sends is not lost to a session that has ended meanwhile. It waits until they have signed in again, in another tab. */
import { openAnew } from "./open-anew.ts";

/** Tells the window whether somebody waits, and why: `detail` of the event. */
export const NEWS = "concours:admin-session";
/** `nobody` is signed in; or somebody is who may not, such as whoever has just lost their role. Undefined once nothing is waited for. */
export type WaitedFor = "nobody" | "shut" | undefined;
const LOOK_AGAIN_MS = 2000;

let madeFor: string | undefined;

/** Says whose page is open. */
export function pageIsOf(id: string): void {
  madeFor = id;
}

/**
 * Asks before each form is sent; @returns once its sender is signed in, or nobody waits for it any more. What one of the staff began is not sent by
 * another who signs in beside it: the page is opened anew for them.
 */
export async function untilSignedIn(signal: AbortSignal): Promise<void> {
  let who = await whoIsSignedIn();
  if (typeof who === "string") {
    while (!signal.aborted && typeof who === "string") {
      tell(who);
      await untilItMayHaveChanged();
      who = await whoIsSignedIn();
    }
    tell(undefined);
  }
  if (typeof who === "string" || madeFor === undefined || who.id === undefined || who.id === madeFor) return;
  openAnew();
  await new Promise(() => undefined);
}

/** Where nothing answers, the form itself will say so. */
async function whoIsSignedIn(): Promise<"nobody" | "shut" | { readonly id: string | undefined }> {
  const reply = await fetch("/admin/session", { redirect: "manual", cache: "no-store" }).catch(() => undefined);
  if (reply?.type === "opaqueredirect") {
    const session = await fetch("/api/session", { cache: "no-store" }).catch(() => undefined);
    return session?.ok ? "shut" : "nobody";
  }
  const said = reply?.ok ? ((await reply.json().catch(() => ({}))) as { id?: string }) : {};
  return { id: said.id };
}

function untilItMayHaveChanged(): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      removeEventListener("focus", goOn);
      resolve();
    };
    const timer = setTimeout(goOn, LOOK_AGAIN_MS);
    addEventListener("focus", goOn);
  });
}

const tell = (waitedFor: WaitedFor) => dispatchEvent(new CustomEvent<WaitedFor>(NEWS, { detail: waitedFor }));
