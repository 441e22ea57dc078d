import { afterEach, expect, it, vi } from "vitest";
import { showFlash } from "./flash.ts";
import { toastSuccess } from "./toast.tsx";

vi.mock("./toast.tsx", () => ({ toastSuccess: vi.fn(), toastError: vi.fn() }));
afterEach(() => vi.unstubAllGlobals());

it("a redirect's message is shown once: the page that shows it deletes its cookie", () => {
  const page = { cookie: "" };
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", { location: { protocol: "https:" } });
  showFlash({ id: "welcomeBack", tone: "success", text: "Welcome back!" });
  expect(toastSuccess).toHaveBeenCalledWith("Welcome back!", { id: "welcomeBack" });
  expect(page.cookie).toBe("flash=; Path=/; Max-Age=0; SameSite=Lax; Secure");
});
