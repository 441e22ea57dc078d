import { describe, expect, it } from "vitest";
import { EnvError, readEnv, refuseOpenDemo } from "./env.server.ts";

const PRODUCTION = {
  NODE_ENV: "production",
  DATABASE_URL: "postgres://db/concours",
  PUBLIC_URL: "https://concours.example/",
  AUTH_SECRET: "nB7uQ2xVw9KfTz4cRmYpLd8sHgJe3aWq",
  STRIPE_SECRET_KEY: "sk_live_51Hx",
  STRIPE_WEBHOOK_SECRET: "whsec_9f8d7c6b5a4e3d2c1b0a9f8d",
  SMTP_URL: "smtps://mail",
  MAIL_FROM: "Concours <tickets@concours.example>",
  TRUSTED_PROXIES: "10.0.0.1",
  TRADER_NAME: "Concours Ltd",
  TRADER_ADDRESS: "1 High Street",
  TRADER_COMPANY_NUMBER: "12345678",
  TRADER_EMAIL: "hello@concours.example",
  POSTAL_ENTRY_ADDRESS: "PO Box 1",
};

const CHECKOUT = { CHECKOUT_SECRET_KEY: "sk_9f8d7c6b5a4e3d2c", CHECKOUT_WEBHOOK_SECRET: "9f8d7c6b5a4e3d2c1b0a9f8d7c6b5a4e" };

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
    ["half of a second provider", { CHECKOUT_SECRET_KEY: "sk_9f8d" }, "CHECKOUT_WEBHOOK_SECRET: missing"],
    ["new orders at a provider without keys", { NEW_ORDERS: "stripe=50,checkout=50" }, "NEW_ORDERS: names checkout"],
    ["new orders at nobody", { NEW_ORDERS: "stripe=0" }, "NEW_ORDERS"],
  ])("refuse %s in production", (_name, change, key) => {
    expect(() => readEnv({ ...PRODUCTION, ...change })).toThrow(key);
  });

  it("name one provider, the other or both, and where new orders go", () => {
    const { STRIPE_SECRET_KEY: _key, STRIPE_WEBHOOK_SECRET: _secret, ...without } = PRODUCTION;
    expect(readEnv({ ...without, ...CHECKOUT }).checkout?.secretKey).toBe(CHECKOUT.CHECKOUT_SECRET_KEY);
    const both = readEnv({ ...PRODUCTION, ...CHECKOUT, NEW_ORDERS: "stripe=100,checkout=0" });
    expect(both.newOrders?.map(({ provider }) => provider)).toEqual(["stripe", "checkout"]);
    expect(() => readEnv({ ...without, ...CHECKOUT, STRIPE_SECRET_KEY: PRODUCTION.STRIPE_SECRET_KEY })).toThrow(
      "STRIPE_WEBHOOK_SECRET",
    );
  });

  it("let the demonstration run with NODE_ENV=production only if CONCOURS_DEMO is set", () => {
    expect(() => readEnv({ NODE_ENV: "production" })).toThrow("CONCOURS_DEMO=1");
    expect(readEnv({ NODE_ENV: "production", CONCOURS_DEMO: "1" }).isDemo).toBe(true);
  });

  it("switch limits off in the demonstration only", () => {
    expect(readEnv({ RATE_LIMITS: "off" }).rateLimits).toBe(false);
    expect(readEnv({ ...PRODUCTION, RATE_LIMITS: "off" }).rateLimits).toBe(true);
  });

  it("are reported at the start if they have no effect, with the probably intended one", () => {
    const ignoredSettings = (more: Record<string, string>) => readEnv({ ...PRODUCTION, ...more }).ignoredSettings;
    expect(ignoredSettings({ RATE_LIMITS: "off" })).toEqual([
      "RATE_LIMITS=off is not heeded: only a demonstration goes without limits.",
    ]);
    expect(readEnv({ RATE_LIMITS: "off" }).ignoredSettings).toEqual([]);
    for (const [written, meant] of [
      ["STAFF_SECONDFACTOR", "STAFF_SECOND_FACTOR"],
      ["REFUND_ALONE_POUND", "REFUND_ALONE_POUNDS"],
      ["METIRCS_TOKEN", "METRICS_TOKEN"],
      ["wording", "WORDING"],
      ["DATADIR", "DATA_DIR"],
      ["DATABASE_REED_URL", "DATABASE_READ_URL"],
    ] as const)
      expect(ignoredSettings({ [written]: "x" })).toEqual([`${written} is not a setting of the shop. Did you mean ${meant}?`]);
    expect(readEnv({ SMTP_URI: "x" }).ignoredSettings).toEqual(["SMTP_URI is not a setting of the shop. Did you mean SMTP_URL?"]);
    // Blank values and other programs' variables are not reported.
    const others = {
      HOME: "/",
      PATH: "/bin",
      POST: "1",
      HOSTNAME: "x",
      NODE_OPTIONS: "x",
      PGHOST: "x",
      LOGNAME: "x",
      PORT_1: "x",
      host: "x",
      port: "1",
      DATABASE_URI: "x",
      SMTP_URI: "x",
    };
    expect(ignoredSettings({ ...others, AWS_REGION: "x", OTEL_TRACES_EXPORTER: "otlp", WORKER: " " })).toEqual([]);
  });

  it.each([
    [{ CDN_PURGE_TOKEN: "token" }, "CDN_PURGE_URL: missing, though CDN_PURGE_TOKEN is there"],
    [{ DATABASE_READ_URL: "postgres://db/shop" }, "DATABASE_URL: missing, though DATABASE_READ_URL is there"],
    [{ DATABASE_DIRECT_URL: "postgres://db/shop" }, "DATABASE_URL: missing, though DATABASE_DIRECT_URL is there"],
    [
      { DATABASE_OWNER_URL: "postgres://db/shop", CONCOURS_DEMO: "1" },
      "DATABASE_URL: missing, though DATABASE_OWNER_URL is there",
    ],
  ])("name the setting that another one requires: %j", (given, says) => {
    expect(() => readEnv(given)).toThrow(says);
  });

  it.each([
    ["PORT", "http"],
    ["PORT", "70000"],
    ["PUBLIC_URL", "concours"],
    ["PUBLIC_URL", "https://concours.example/shop"],
    ["PUBLIC_URL", "https://concours.example/?from=mail"],
    ["PUBLIC_URL", "https://user:password@concours.example"],
    ["PUBLIC_URL", "ftp://concours.example"],
    ["SMTP_URL", "mail.example:587"],
    ["SMTP_URL", "https://mail.example"],
    ["SMTP_URL", "smtps://user:pass#word@mail.example"],
    ["MAIL_FROM", "Concours"],
    ["MAIL_FROM", "One <one@concours.example>, Two <two@concours.example>"],
    ["MAIL_FROM", "Concours\r\nBcc: <x@concours.example>"],
    ["DRAND_RELAYS", ","],
    ["DRAND_RELAYS", "api.drand.sh"],
    ["TIMESTAMP_AUTHORITIES", "authority:tsa"],
    ["SOCIAL_URL", "javascript:alert(1)"],
    ["MORE_SOCIAL_URLS", "https://social.example,javascript:alert(1)"],
    ["TRUSTED_PROXIES", ","],
    ["LOG_LEVEL", "loud"],
    ["AUTH_SECRET", "short"],
    ["DATABASE_URL", "postgres://[half"],
    ["DATABASE_URL", "concours"],
    ["DATABASE_URL", "mysql://db/concours"],
    ["TRADER_EMAIL", "changeme"],
    ["NODE_ENV", "production "],
    ["ALLOW_INSECURE", "everything"],
    ["TRUSTED_PROXIES", "0.0.0.0/0"],
    ["TRUSTED_PROXIES", "0.0.0.0/1,128.0.0.0/1"],
    ["TRUSTED_PROXIES", "2000::/3"],
    ["TRUSTED_PROXIES", "::ffff:0:0/96"],
    ["TRUSTED_PROXIES", "0:0:0:0:0:ffff::/97"],
  ])("name %s when it is %s", (key, value) => {
    expect(() => readEnv({ [key]: value })).toThrow(key);
  });

  it("normalise the public address as browsers write it", () => {
    expect(readEnv({ PUBLIC_URL: " https://Concours.Example:443/ " }).publicUrl).toBe("https://concours.example");
    expect(readEnv({ PUBLIC_URL: "http://localhost:3000" }).publicUrl).toBe("http://localhost:3000");
    for (const from of ["tickets@concours.example", '"Concours, Ltd" <tickets@concours.example>'])
      expect(readEnv({ MAIL_FROM: from }).mailFrom).toBe(from);
  });

  it("are watched with several workers or with auto, and a single one is not", () => {
    expect(readEnv({})).toMatchObject({ workers: 1, isWatched: false });
    expect(readEnv({ WORKERS: "1" })).toMatchObject({ workers: 1, isWatched: false });
    expect(readEnv({ WORKERS: "auto" })).toMatchObject({ isWatched: true });
    expect(readEnv({ WORKERS: "3" })).toMatchObject({ workers: 3, isWatched: true });
  });

  it("treat an empty value as absent", () => {
    expect(readEnv({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: undefined });
    expect(readEnv({ REFUND_ALONE_POUNDS: " ", S3_REGION: "\r" }).refundAlonePence).toBe(25_000);
    expect(() => readEnv({ ...PRODUCTION, SMTP_URL: " " })).toThrow("Production needs these settings:\n  SMTP_URL\n");
  });

  it.each([" ", "\r", "\n"])("are taken without %j around them, as a file may have it, but for secrets", (space) => {
    const around = Object.entries(PRODUCTION).map(([name, value]) => [name, name === "NODE_ENV" ? value : `${value}${space}`]);
    const more = {
      HOST: `0.0.0.0${space}`,
      LOG_LEVEL: `warn${space}`,
      STAFF_SECOND_FACTOR: `required${space}`,
      DATA_DIR: `/data${space}`,
    };
    const { authSecret, ...others } = readEnv({ ...Object.fromEntries(around), ...more });
    const { authSecret: secret, ...same } = readEnv({
      ...PRODUCTION,
      ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, value.trim()])),
    });
    expect(others).toEqual(same);
    expect(authSecret).toBe(`${secret}${space}`);
  });

  it("are refused with surrounding quotes, which some readers of files leave", () => {
    const says = (name: string) => `${name}: the quotes around it belong to it here. Leave them out`;
    for (const name of ["TRADER_NAME", "STRIPE_SECRET_KEY", "S3_BUCKET"])
      for (const quote of ['"', "'"]) expect(() => readEnv({ ...PRODUCTION, [name]: `${quote}x y${quote}` })).toThrow(says(name));
  });

  it("accept valid networks of proxies only", () => {
    expect(
      readEnv({ TRUSTED_PROXIES: "10.0.0.1, 10.0.0.0/8,192.168.0.0/16,2001:db8::/32,fc00::/7,::1" }).trustedProxies,
    ).toHaveLength(6);
    for (const wrong of ["proxy", "10.0.0.1/33", "10.0.0.0/8/8", "2001:db8::/129", "10.0.0.1,,x"]) {
      expect(() => readEnv({ TRUSTED_PROXIES: wrong })).toThrow("TRUSTED_PROXIES");
    }
  });

  it.each([
    "postgres://u:p@one:5432,two:5433/shop",
    "postgres://one,[::1]:5433/shop?sslmode=verify-full",
    "postgres://u@/shop?host=/run/one,/run/two&port=5432,5433",
    "postgres://one/shop?target_session_attrs=read-write",
  ])("name HAProxy where a database has several hosts: %s", (url) => {
    for (const key of ["DATABASE_URL", "DATABASE_OWNER_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL"])
      expect(() => readEnv({ DATABASE_URL: "postgres://db.example/shop", [key]: url })).toThrow(`${key}: names several hosts`);
    expect(() => readEnv({ DATABASE_URL: "postgres://u:a,b%40c@one/shop" })).not.toThrow();
  });

  it("require TLS for a database and a mail server across a network, not on this machine", () => {
    const database = (url: string) => readEnv({ DATABASE_URL: url }).databaseUrl;
    expect(database("postgres://db.example/shop")).toBe("postgres://db.example/shop?sslmode=verify-full");
    expect(database("postgres://db.example/shop?sslmode=require&x=1")).toBe("postgres://db.example/shop?sslmode=verify-full&x=1");
    for (const same of [
      "postgres://localhost/shop",
      "postgres://127.0.0.1/shop",
      "postgres://role@localhost/shop?host=/run/postgresql",
      "socket:/run/postgresql?db=shop",
      "postgres://db.example/shop?sslmode=disable",
    ])
      expect(database(same)).toBe(same);
    const mail = (url: string, allow = "") => readEnv({ SMTP_URL: url, ALLOW_INSECURE: allow }).smtpNeedsTls;
    expect(mail("smtp://mail.example")).toBe(true);
    expect(mail("smtp://mail.example", "plain-smtp")).toBe(false);
    expect(mail("smtp://127.0.0.1:25")).toBe(false);
  });

  it.each([
    [{ S3_ENDPOINT: "https://s3.example" }, "S3_BUCKET: missing"],
    [{ S3_BUCKET: "b", S3_ACCESS_KEY_ID: "key" }, "S3_SECRET_ACCESS_KEY: missing"],
    [{ S3_BUCKET: "b", S3_SECRET_ACCESS_KEY: "secret" }, "S3_ACCESS_KEY_ID: missing"],
    [{ S3_BUCKET: "b", S3_ENDPOINT: "s3.example" }, "S3_ENDPOINT"],
  ])("name what a bucket lacks: %j", (change, says) => {
    expect(() => readEnv(change)).toThrow(says);
    expect(() => readEnv({ ...PRODUCTION, ...change })).toThrow(says);
  });
});

/**
 * Incomplete configurations: the difference from a complete one, the refusal, and the word that permits it.
 */
const HALF_CONFIGURED: readonly [name: string, change: Record<string, string>, says: string, accepts?: string][] = [
  ["an address without TLS", { PUBLIC_URL: "http://concours.example" }, "PUBLIC_URL is not https", "http"],
  ["an address of this machine", { PUBLIC_URL: "https://localhost" }, "PUBLIC_URL is this machine", "http"],
  ["a test key beside a live one", { ...CHECKOUT, STRIPE_SECRET_KEY: "sk_test_51Hx" }, "are not of one kind"],
  ["a publishable key", { STRIPE_SECRET_KEY: "pk_live_51Hx" }, "STRIPE_SECRET_KEY is not a Stripe secret key"],
  ["a webhook secret of one letter", { STRIPE_WEBHOOK_SECRET: "x" }, "STRIPE_WEBHOOK_SECRET"],
  ["a live key beside an older account's test key", { ...CHECKOUT, CHECKOUT_SECRET_KEY: "sk_test_9f8d" }, "are not of one kind"],
  ["a live key beside a sandbox", { ...CHECKOUT, CHECKOUT_SECRET_KEY: "sk_sbox_9f8d" }, "are not of one kind"],
  [
    "the sandbox's address with a live key",
    { ...CHECKOUT, CHECKOUT_API_URL: "https://x.api.sandbox.checkout.com" },
    "one is of the sandbox and the other is live",
  ],
  [
    "a key of the sandbox with a live address",
    { ...CHECKOUT, CHECKOUT_SECRET_KEY: "sk_sbox_9f8d", CHECKOUT_API_URL: "https://x.api.checkout.com" },
    "one is of the sandbox and the other is live",
  ],
  ["its public key", { ...CHECKOUT, CHECKOUT_SECRET_KEY: "pk_9f8d" }, "CHECKOUT_SECRET_KEY is not a secret key"],
  ["a stand-in for Checkout.com", { ...CHECKOUT, CHECKOUT_API_URL: "https://checkout.com.example" }, "CHECKOUT_API_URL"],
  ["a signature key of a few letters", { ...CHECKOUT, CHECKOUT_WEBHOOK_SECRET: "short" }, "CHECKOUT_WEBHOOK_SECRET"],
  ["a short webhook secret", { STRIPE_WEBHOOK_SECRET: "whsec_x" }, "STRIPE_WEBHOOK_SECRET"],
  [
    "a second webhook secret that is none",
    { STRIPE_WEBHOOK_SECRET: "whsec_9f8d7c6b5a4e3d2c1b0a9f8d,x" },
    "STRIPE_WEBHOOK_SECRET",
  ],
  ["a secret of one letter, many times", { AUTH_SECRET: "a".repeat(64) }, "AUTH_SECRET can be guessed"],
  ["a secret that repeats itself", { AUTH_SECRET: "kX9v".repeat(12) }, "AUTH_SECRET can be guessed"],
  ["a secret of a manual", { AUTH_SECRET: "change-me-to-something-long-and-random-1" }, "AUTH_SECRET can be guessed"],
  ["an old secret that is weak", { AUTH_SECRET_PREVIOUS: "b".repeat(40) }, "AUTH_SECRET_PREVIOUS can be guessed"],
  ["a short token for figures", { METRICS_TOKEN: "metrics" }, "METRICS_TOKEN can be guessed"],
  ["a token for figures that is no luck", { METRICS_TOKEN: "1111111111111111" }, "METRICS_TOKEN can be guessed"],
  ["mail without TLS", { SMTP_URL: "smtp://mail.example?ignoreTLS=true" }, "SMTP_URL turns TLS off", "plain-smtp"],
  ["mail where it can be had", { SMTP_URL: "smtp://mail.example?requireTLS=false" }, "SMTP_URL turns TLS off", "plain-smtp"],
  [
    "mail to whoever answers",
    { SMTP_URL: "smtps://mail.example?tls.rejectUnauthorized=false" },
    "SMTP_URL turns TLS off",
    "plain-smtp",
  ],
  [
    "a database without TLS",
    { DATABASE_URL: "postgres://db/shop?sslmode=disable" },
    "DATABASE_URL turns TLS off",
    "plain-database",
  ],
  ["a database that is not verified", { DATABASE_URL: "postgres://db/shop?sslmode=no-verify" }, "DATABASE_URL", "plain-database"],
  [
    "a database verified as by libpq",
    { DATABASE_URL: "postgres://db/shop?sslmode=require&uselibpqcompat=true" },
    "DATABASE_URL",
    "plain-database",
  ],
  ["an owner's address without TLS", { DATABASE_OWNER_URL: "postgres://db/shop?ssl=0" }, "DATABASE_OWNER_URL", "plain-database"],
  ["a bucket without TLS", { S3_BUCKET: "b", S3_ENDPOINT: "http://s3.example" }, "S3_ENDPOINT is not https", "plain-bucket"],
  ["certificates of anybody", { NODE_TLS_REJECT_UNAUTHORIZED: "0" }, "NODE_TLS_REJECT_UNAUTHORIZED"],
];

it.each([
  ["live keys", {}, false],
  ["Stripe's test key", { STRIPE_SECRET_KEY: "sk_test_51Hx" }, true],
  ["a restricted test key", { STRIPE_SECRET_KEY: "rk_test_51Hx" }, true],
  ["test keys of both", { ...CHECKOUT, STRIPE_SECRET_KEY: "sk_test_51Hx", CHECKOUT_SECRET_KEY: "sk_sbox_9f8d" }, true],
  ["live keys of both", CHECKOUT, false],
  ["a demonstration's", { STRIPE_SECRET_KEY: "sk_test_51Hx", CONCOURS_DEMO: "1" }, false],
] as const)("production with %s: test mode is told by the keys alone", (_name, change, isTest) => {
  expect(readEnv({ ...PRODUCTION, ...change }).isTestMode).toBe(isTest);
});

describe("production that is set up by half", () => {
  it.each(HALF_CONFIGURED)("is refused with %s", (_name, change, says, accepts) => {
    const settings = { ...PRODUCTION, ...change };
    expect(() => readEnv(settings)).toThrow(EnvError);
    expect(() => readEnv(settings)).toThrow(says);
    if (accepts === undefined) return;
    expect(() => readEnv(settings)).toThrow(`ALLOW_INSECURE=${accepts}`);
    expect(readEnv({ ...settings, ALLOW_INSECURE: accepts }).isDemo).toBe(false);
    const others = ["http", "plain-smtp", "plain-database", "one-database-role", "plain-bucket"].filter(
      (word) => word !== accepts,
    );
    expect(() => readEnv({ ...settings, ALLOW_INSECURE: others.join() })).toThrow(says);
  });

  it("reports all problems at once", () => {
    const settings = {
      ...PRODUCTION,
      PUBLIC_URL: "http://concours.example",
      STRIPE_SECRET_KEY: "pk_live_1",
      AUTH_SECRET: "a".repeat(32),
    };
    expect(() => readEnv(settings)).toThrow(/PUBLIC_URL.*\n.*STRIPE_SECRET_KEY.*\n.*AUTH_SECRET/);
  });

  it("accepts generated secrets, and an address without a proxy if declared", () => {
    for (const secret of [
      "f3a9c1d84b7e6025f3a1c9d8407e6b25",
      "3q2+7wAAbW9yZSBieXRlcyB0aGFuIGVub3VnaA==",
      "Vn4K-2pXw_QzR7tYbGdLs9hJcMfEuAiO",
    ])
      expect(readEnv({ ...PRODUCTION, AUTH_SECRET: secret, METRICS_TOKEN: secret.slice(0, 24) }).isDemo).toBe(false);
    expect(readEnv({ ...PRODUCTION, TRUSTED_PROXIES: "none" }).trustedProxies).toEqual([]);
  });
});

describe("the demonstration", () => {
  it.each([
    ["nothing set", {}],
    ["another port and folder", { PORT: "3100", DATA_DIR: "/tmp/x", RATE_LIMITS: "off" }],
    ["names of this machine", { HOST: "::1", PUBLIC_URL: "http://localhost:8080" }],
    ["development", { NODE_ENV: "development" }],
    ["another host that is meant", { HOST: "0.0.0.0", PUBLIC_URL: "https://demo.example", CONCOURS_DEMO: "1" }],
    ["a staging that is meant", { DATABASE_URL: "postgres://db/x", STRIPE_SECRET_KEY: "sk_test_1", CONCOURS_DEMO: "1" }],
  ])("opens with %s", (_name, settings) => {
    expect(() => refuseOpenDemo(settings)).not.toThrow();
  });

  it.each([
    [
      "a live key and a public address",
      { STRIPE_SECRET_KEY: "sk_live_1", PUBLIC_URL: "https://concours.example" },
      /sk|STRIPE_SECRET_KEY/,
    ],
    ["every network", { HOST: "0.0.0.0" }, "HOST is 0.0.0.0"],
    ["another machine's name", { PUBLIC_URL: "https://concours.example" }, "PUBLIC_URL is https://concours.example"],
    ["a name that begins like this machine's", { PUBLIC_URL: "http://localhost.example" }, "PUBLIC_URL"],
    ["a database", { DATABASE_URL: "postgres://db/shop" }, "DATABASE_URL is set"],
    [
      "an owner of a database",
      { DATABASE_URL: "postgres://db/shop", DATABASE_OWNER_URL: "postgres://db/shop" },
      "DATABASE_OWNER_URL is set",
    ],
    ["a mail server", { SMTP_URL: "smtps://mail" }, "SMTP_URL is set"],
    ["a test key", { STRIPE_SECRET_KEY: "sk_test_1" }, "STRIPE_SECRET_KEY is set"],
    ["a bucket", { S3_BUCKET: "pictures" }, "S3_BUCKET is set"],
    ["a proxy", { TRUSTED_PROXIES: "10.0.0.1" }, "TRUSTED_PROXIES is set"],
    ["a trader", { TRADER_NAME: "Concours Ltd" }, "TRADER_NAME is set"],
    ["development on every network", { NODE_ENV: "development", HOST: "0.0.0.0" }, "HOST"],
    ["a live key, whatever is meant", { STRIPE_SECRET_KEY: "sk_live_1", CONCOURS_DEMO: "1" }, "takes no real money"],
    ["an organisation's live key", { STRIPE_SECRET_KEY: "sk_org_live_1", CONCOURS_DEMO: "1" }, "takes no real money"],
    ["a live key of a second provider", { ...CHECKOUT, CONCOURS_DEMO: "1" }, "CHECKOUT_SECRET_KEY is a live key"],
    ["a live key behind a space", { STRIPE_SECRET_KEY: " sk_live_1\n", CONCOURS_DEMO: "1" }, "takes no real money"],
    [
      "all of production but its name",
      Object.fromEntries(Object.entries(PRODUCTION).filter(([key]) => key !== "NODE_ENV")),
      "NODE_ENV=production",
    ],
  ])("stays shut with %s", (_name, settings, says) => {
    expect(() => refuseOpenDemo(settings)).toThrow(EnvError);
    expect(() => refuseOpenDemo(settings)).toThrow(says);
  });

  it("is not subject to production's requirements", () => {
    expect(() => refuseOpenDemo(PRODUCTION)).not.toThrow();
  });
});
