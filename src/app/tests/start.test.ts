import { execFile } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "concours-start-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(
  program: string,
  env: Record<string, string>,
  ...options: string[]
): Promise<{ code: number | null; err: string }> {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return new Promise((resolve) => {
    const running = {
      cwd: ROOT,
      env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: join(folder, "data"), ...env },
      timeout: 60_000,
    };
    const child = execFile(process.execPath, [...options, join(ROOT, "src/app", program)], running, (_error, _out, err) =>
      resolve({ code: child.exitCode, err }),
    );
  });
}

it.each([
  [
    "a live key and a public address without NODE_ENV",
    { STRIPE_SECRET_KEY: "sk_live_1", PUBLIC_URL: "https://concours.example" },
    "passwords are public",
  ],
  ["all networks", { HOST: "0.0.0.0" }, "HOST is 0.0.0.0: other machines could reach it."],
  ["half a production", { NODE_ENV: "production", PUBLIC_URL: "http://concours.example" }, "Production needs these settings"],
])("%s", async (_name, env, says) => {
  const { code, err } = await start("main.ts", env);
  expect(code).toBe(1);
  expect(err).toContain(says);
  expect(err).not.toMatch(/^\s+at /m);
  await expect(access(join(folder, "data"))).rejects.toThrow("ENOENT");
});

it("names the settings of an unreachable database", async () => {
  const database = "postgres://shop:password@127.0.0.1:1/concours";
  const { code, err } = await start("main.ts", { CONCOURS_DEMO: "1", DATABASE_URL: database });
  expect(code).toBe(1);
  expect(err).toContain(
    "The shop cannot start: connect ECONNREFUSED 127.0.0.1:1. Is the database running, at the address that DATABASE_URL",
  );
});

it("npm run migrate names its missing settings", async () => {
  expect(await start("cli/migrate-cli.ts", {})).toMatchObject({ code: 2, err: expect.stringContaining("DATABASE_OWNER_URL") });
});

it("survives a signal to renew while its code is loading", async () => {
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ load(url, context, next) {
      if (url.endsWith("/env.server.ts")) process.kill(process.pid, "SIGUSR2");
      return next(url, context);
    } });`;
  const early = `data:text/javascript,${encodeURIComponent(hook)}`;
  expect(await start("main.ts", { HOST: "0.0.0.0" }, "--import", early)).toMatchObject({
    code: 1,
    err: expect.stringContaining("HOST is 0.0.0.0"),
  });
});
