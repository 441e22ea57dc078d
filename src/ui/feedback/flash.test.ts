import { afterEach, expect, it, vi } from "vitest";
import { showFlash } from "./flash.ts";

afterEach(() => vi.unstubAllGlobals());

it("a redirect's message is shown once: the page that shows it deletes its cookie", () => {
  const page = { cookie: "" };
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", { location: { protocol: "https:" } });
  showFlash({ id: "welcomeBack", tone: "success", text: "Welcome back!" });
  expect(page.cookie).toBe("flash=; Path=/; Max-Age=0; SameSite=Lax; Secure");
});
