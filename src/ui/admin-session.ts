/** In the browser: what an administrator sends is not lost to a session that has ended meanwhile. It waits until they have signed in again, in another tab. */

/** Tells the window whether somebody waits: `detail` of the event. */
export const NEWS = "concours:admin-session";
const LOOK_AGAIN_MS = 2000;

/** Asks before each form is sent; @returns once somebody is signed in, or nobody waits for it any more. */
export async function untilSignedIn(signal: AbortSignal): Promise<void> {
  if (await isSignedIn()) return;
  tell(true);
  while (!signal.aborted && !(await isSignedIn())) await untilItMayHaveChanged();
  tell(false);
}

/** Where nothing answers, the form itself will say so. */
async function isSignedIn(): Promise<boolean> {
  const reply = await fetch("/admin/session", { redirect: "manual", cache: "no-store" }).catch(() => undefined);
  return reply?.type !== "opaqueredirect";
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

const tell = (hasEnded: boolean) => dispatchEvent(new CustomEvent(NEWS, { detail: hasEnded }));
