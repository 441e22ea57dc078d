/**
 * OpenStack Swift with its S3 API in a temporary folder. Source: https://docs.openstack.org/swift/latest/.
 * `npm run storage` installs it on Debian, as root.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import type { Bucket } from "../env/env.server.ts";
import { freePort } from "../free-port.fixture.ts";

const REGION = "eu-west-2";
const STORES = ["account", "container", "object"] as const;
const PIPELINE = ["catch_errors", "gatekeeper", "healthcheck", "cache", "s3api", "tempauth", "copy", "slo"];
const STARTS_MS = 20_000;

const SWIFT = "/usr/bin/swift-proxy-server";

export function hasSwift(): boolean {
  try {
    accessSync(SWIFT, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export async function startSwift(): Promise<{ bucket: Bucket; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "concours-swift-"));
  const etc = join(folder, "etc");
  await mkdir(etc, { recursive: true });
  await mkdir(join(folder, "node/disk"), { recursive: true });
  await writeFile(
    join(etc, "swift.conf"),
    "[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = only\ndefault = yes\n",
  );
  const programs: ChildProcess[] = [];
  const start = async (name: string, port: number, more: string) => {
    const file = join(etc, `${name}.conf`);
    const shared = `bind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${userInfo().username}\nswift_dir = ${etc}\nlog_level = ERROR\n`;
    await writeFile(file, `[DEFAULT]\n${shared}${more}`);
    programs.push(spawn(`/usr/bin/swift-${name}-server`, [file], { stdio: "ignore" }));
  };
  const close = async () => {
    await Promise.all(
      programs.map(async (program) => {
        if (program.exitCode === null && program.kill("SIGKILL")) await once(program, "exit");
      }),
    );
    await rm(folder, { recursive: true, force: true });
  };

  for (const name of STORES) {
    const port = await freePort();
    const ring = (...args: string[]) =>
      execFileSync("/usr/bin/swift-ring-builder", [`${name}.builder`, ...args], { cwd: etc, stdio: "ignore" });
    ring("create", "0", "1", "1");
    ring("add", `r1z1-127.0.0.1:${port}/disk`, "1");
    ring("rebalance");
    const where = `devices = ${join(folder, "node")}\nmount_check = false\n`;
    await start(
      name,
      port,
      `${where}[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`,
    );
  }
  const port = await freePort();
  const filters = PIPELINE.map((name) => {
    const more = { s3api: `location = ${REGION}\n`, tempauth: "user_test_tester = testing .admin\n" }[name] ?? "";
    return `[filter:${name}]\nuse = egg:swift#${name === "cache" ? "memcache" : name}\n${more}`;
  });
  const app = "[app:proxy-server]\nuse = egg:swift#proxy\nallow_account_management = true\naccount_autocreate = true\n";
  await start("proxy", port, `[pipeline:main]\npipeline = ${PIPELINE.join(" ")} proxy-server\n${app}${filters.join("")}`);

  const endpoint = `http://127.0.0.1:${port}`;
  const keys = { accessKeyId: "test:tester", secretAccessKey: "testing" };
  const bucket: Bucket = { name: "pictures", endpoint, region: REGION, keys, pathStyle: true };
  try {
    await untilMade(bucket);
  } catch (error) {
    await close();
    throw error;
  }
  return { bucket, close };
}

async function untilMade({ name, endpoint = "", region, keys }: Bucket): Promise<void> {
  const s3 = new S3Client({ endpoint, region, forcePathStyle: true, ...(keys && { credentials: keys }), maxAttempts: 1 });
  for (const until = Date.now() + STARTS_MS; ; await sleep(200)) {
    try {
      await s3.send(new CreateBucketCommand({ Bucket: name }));
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
