/** Finds or installs Debian's Firefox and WebKitGTK for the journey of other browsers. */
import { execFile } from "node:child_process";
import { access, constants, glob } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The paths of what is installed. */
export type OtherBrowsers = {
  readonly firefox?: string;
  readonly webkit?: { readonly driver: string; readonly browser: string; readonly display: string };
};

const PACKAGES = { firefox: ["firefox-esr"], webkit: ["webkit2gtk-driver", "xvfb"] } as const;
const NAMES = { firefox: "Firefox", webkit: "WebKitGTK" } as const;

export async function findOtherBrowsers(): Promise<OtherBrowsers> {
  const [firefox, driver, display, browser] = await Promise.all([
    findProgram("firefox-esr", "firefox"),
    findProgram("WebKitWebDriver"),
    findProgram("Xvfb"),
    findMiniBrowser(),
  ]);
  return {
    ...(firefox !== undefined && { firefox }),
    ...(driver !== undefined && display !== undefined && browser !== undefined && { webkit: { driver, browser, display } }),
  };
}

/** Installs what is missing if possible, and reports what is skipped. It never fails. */
export async function installOtherBrowsers(say: (line: string) => void): Promise<void> {
  const before = await findOtherBrowsers();
  const missing = (["firefox", "webkit"] as const).filter((name) => before[name] === undefined);
  if (missing.length === 0) return;
  const refused = new Map<string, string>();
  if (process.platform === "linux" && process.getuid?.() === 0) {
    const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, timeout: 600_000, maxBuffer: 2 ** 26 };
    const apt = (...args: string[]) => run("apt-get", ["-o", "DPkg::Lock::Timeout=300", ...args], options);
    await apt("update").catch(() => undefined);
    for (const name of missing) {
      say(`No ${NAMES[name]} here: installing Debian's package`);
      await apt("install", "-y", "--no-install-recommends", ...PACKAGES[name]).catch((error: Error & { stderr?: string }) => {
        refused.set(name, (error.stderr?.trim().split("\n").at(-1) || error.message).slice(0, 300));
      });
    }
  }
  const after = await findOtherBrowsers();
  for (const name of missing) {
    const reason = refused.get(name) ?? `install ${PACKAGES[name].join(" and ")} to run it`;
    if (after[name] === undefined) say(`No ${NAMES[name]} here: its journey is skipped (${reason})`);
  }
}

async function findProgram(...names: string[]): Promise<string | undefined> {
  const folders = new Set([...(process.env.PATH ?? "").split(delimiter), "/usr/bin"]);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder || "/usr/bin", name);
      const isThere = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isThere) return path;
    }
  }
  return undefined;
}

/** WebKitGTK's MiniBrowser is in a library folder named after the architecture. */
async function findMiniBrowser(): Promise<string | undefined> {
  for await (const path of glob("/usr/{lib,libexec}/{,*/}webkit2gtk-4.*/MiniBrowser")) return path;
  return undefined;
}
