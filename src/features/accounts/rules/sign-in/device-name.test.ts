import { expect, it } from "vitest";
import { deviceName } from "./device-name.ts";

const KIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const IOS = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

it.each([
  ["Firefox", "Windows", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  ["Firefox", "Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  [
    "Firefox",
    "iPhone",
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${IOS} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`,
  ],
  ["Chrome", "macOS", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${KIT} Chrome/141.0.0.0 Safari/537.36`],
  ["Chrome", "Android", `Mozilla/5.0 (Linux; Android 10; K) ${KIT} Chrome/141.0.0.0 Mobile Safari/537.36`],
  ["Chrome", "ChromeOS", `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/141.0.0.0 Safari/537.36`],
  ["Chrome", "iPad", `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${IOS} CriOS/141.0.0.0 Mobile/15E148 Safari/604.1`],
  ["Edge", "Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`],
  ["Opera", "Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`],
  [
    "Samsung Internet",
    "Android",
    `Mozilla/5.0 (Linux; Android 10; K) ${KIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  ["Safari", "macOS", `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${IOS} Version/26.0 Safari/605.1.15`],
  ["Safari", "iPhone", `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${IOS} Version/26.0 Mobile/15E148 Safari/604.1`],
])("recognises %s on %s by its User-Agent", (browser, system, userAgent) => {
  expect(deviceName(userAgent)).toEqual({ browser, system });
});

it.each([
  ["an API client", "curl/8.5.0"],
  ["nothing", ""],
  ["a program with the name of a browser", "my-script Chrome/141 on Windows"],
])("does not guess the browser of %s", (_case, userAgent) => {
  expect(deviceName(userAgent)).toEqual({});
});

it("shows at least the system of an unknown browser", () => {
  expect(deviceName("Mozilla/5.0 (X11; Linux x86_64) Ladybird/1.0")).toEqual({ system: "Linux" });
});
