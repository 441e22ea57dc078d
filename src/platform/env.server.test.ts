/** What a start without, with wrong, and with all settings does. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EnvError, readEnv, SETTINGS } from "./env.server.ts";

const PRODUCTION = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://db/concours",
  PUBLIC_URL: "https://concours.example/",
  AUTH_SECRET: "0123456789012345678901234567890123456789",
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  SMTP_URL: "smtps://mail",
  TRADER_NAME: "Concours Ltd",
  TRADER_ADDRESS: "1 High Street",
  TRADER_COMPANY_NUMBER: "12345678",
  TRADER_EMAIL: "hello@concours.example",
  POSTAL_ENTRY_ADDRESS: "PO Box 1",
};

describe("settings", () => {
  it("need nothing for the demonstration", () => {
    expect(readEnv({})).toMatchObject({
      isDemo: true,
      isDevelopment: false,
      port: 3000,
      host: "127.0.0.1",
      beacon: "demo",
      rateLimits: true,
    });
    expect(readEnv({}).trader.name).toContain("Demonstration");
  });

  it("are complete in production, with the real beacon", () => {
    expect(readEnv(PRODUCTION)).toMatchObject({ isDemo: false, beacon: "quicknet", publicUrl: "https://concours.example" });
  });

  it.each(Object.keys(PRODUCTION).filter((key) => key !== "NODE_ENV"))("refuse production without %s, naming it", (key) => {
    const { [key as keyof typeof PRODUCTION]: _missing, ...rest } = PRODUCTION;
    expect(() => readEnv(rest)).toThrow(EnvError);
    expect(() => readEnv(rest)).toThrow(key);
  });

  it.each([
    ["the demonstration beacon", { BEACON: "demo" }, "BEACON"],
    ["a stand-in for Stripe", { STRIPE_API_URL: "http://127.0.0.1:1" }, "STRIPE_API_URL"],
  ])("refuse %s in production", (_name, change, key) => {
    expect(() => readEnv({ ...PRODUCTION, ...change })).toThrow(key);
  });

  it("let the demonstration run where NODE_ENV is production only when told so", () => {
    expect(() => readEnv({ NODE_ENV: "production" })).toThrow("CONCOURS_DEMO=1");
    expect(readEnv({ NODE_ENV: "production", CONCOURS_DEMO: "1" }).isDemo).toBe(true);
  });

  it("switch limits off in the demonstration only", () => {
    expect(readEnv({ RATE_LIMITS: "off" }).rateLimits).toBe(false);
    expect(readEnv({ ...PRODUCTION, RATE_LIMITS: "off" }).rateLimits).toBe(true);
  });

  it.each([
    ["PORT", "http"],
    ["PORT", "70000"],
    ["PUBLIC_URL", "concours"],
    ["LOG_LEVEL", "loud"],
    ["AUTH_SECRET", "short"],
  ])("name %s when it is %s", (key, value) => {
    expect(() => readEnv({ [key]: value })).toThrow(key);
  });

  it("take an empty one for an absent one", () => {
    expect(readEnv({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it("know networks from what looks like them, since a proxy that is not known would be everybody's address", () => {
    expect(readEnv({ TRUSTED_PROXIES: "10.0.0.1, 192.168.0.0/16,2001:db8::/32" }).trustedProxies).toHaveLength(3);
    for (const wrong of ["proxy", "10.0.0.1/33", "10.0.0.0/8/8", "2001:db8::/129", "10.0.0.1,,x"]) {
      expect(() => readEnv({ TRUSTED_PROXIES: wrong })).toThrow("TRUSTED_PROXIES");
    }
  });

  it("are all in the handbook, those that production needs in bold, and no others", async () => {
    const handbook = await readFile(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
    const table = handbook.split("\n## ").find((section) => section.startsWith("Settings\n")) ?? "";
    const first = [...table.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = ""]) => cell).join(" ");
    const named = [...first.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(SETTINGS.toSorted());
    const bold = [...first.matchAll(/\*\*`([A-Z_]+)`\*\*/g)].map(([, name]) => name);
    expect(bold.toSorted()).toEqual(
      Object.keys(PRODUCTION)
        .filter((name) => name !== "NODE_ENV")
        .toSorted(),
    );
  });
});
