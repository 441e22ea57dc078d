import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeUser } from "#demo/makers.ts";
import { copyTemplate, type TestCtx, testCtx } from "../ctx.fixture.ts";
import { EnvError } from "../env/env.server.ts";
import { refuseAnotherDatabase, refuseDemoAccounts, refuseOldTables, refuseStrongRole } from "./check-database.server.ts";
import { prepareDatabase } from "./prepare-database.server.ts";

let ctx: TestCtx;
beforeAll(async () => {
  ctx = await testCtx();
});
afterAll(() => ctx.close());

describe("a database", () => {
  it("that is up to date is accepted, and one that is older is not", async () => {
    await refuseOldTables(ctx.databaseUrl);
    const { rows } = await ctx.owner.query(
      "DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING name, run_on",
    );
    await expect(refuseOldTables(ctx.databaseUrl)).rejects.toThrow(EnvError);
    await expect(refuseOldTables(ctx.databaseUrl)).rejects.toThrow("1 migrations are missing");
    await ctx.owner.query("INSERT INTO migrations (name, run_on) VALUES ($1, $2)", [rows[0].name, rows[0].run_on]);
  });

  it("must be the same one in both settings", async () => {
    const another = await copyTemplate();
    const owner = new pg.Client({ connectionString: another.url });
    await owner.connect();
    try {
      await owner.query("DELETE FROM migrations");
      const mixed = { url: ctx.databaseUrl, ownerUrl: another.url };
      await expect(prepareDatabase(mixed, ctx.log)).rejects.toThrow("DATABASE_OWNER_URL is another database than DATABASE_URL");
      await expect(prepareDatabase(mixed, ctx.log)).rejects.toThrow(EnvError);
      expect((await owner.query("SELECT FROM migrations")).rowCount).toBe(0);
    } finally {
      await owner.end();
      await another.drop();
    }
    await refuseAnotherDatabase(ctx.databaseUrl, {
      setting: "DATABASE_DIRECT_URL",
      url: `${ctx.databaseUrl}&application_name=x`,
    });
    await prepareDatabase({ url: ctx.databaseUrl, ownerUrl: ctx.ownerUrl }, ctx.log);
  });

  it("that is not prepared is refused", async () => {
    const url = new URL(ctx.ownerUrl);
    const name = `empty_${crypto.randomUUID().replaceAll("-", "")}`;
    await ctx.owner.query(`CREATE DATABASE ${name}`);
    url.pathname = `/${name}`;
    await expect(refuseOldTables(url.href)).rejects.toThrow("not up to date");
    await ctx.owner.query(`DROP DATABASE ${name}`);
  });

  it("requires the shop's role, not the owner of its tables", async () => {
    await refuseStrongRole(ctx.databaseUrl);
    await expect(refuseStrongRole(ctx.ownerUrl)).rejects.toThrow(/owns "\w+".*ALLOW_INSECURE=one-database-role/);
    const superuser = new URL(ctx.ownerUrl);
    superuser.username = "postgres";
    await expect(refuseStrongRole(superuser.href)).rejects.toThrow("it is a superuser");
  });

  it("refuses a role that can become the owner", async () => {
    const superuser = new URL(ctx.ownerUrl);
    superuser.username = "postgres";
    const client = new pg.Client({ connectionString: superuser.href });
    await client.connect();
    try {
      await client.query("GRANT concours TO concours_shop WITH INHERIT FALSE");
      await expect(refuseStrongRole(ctx.databaseUrl)).rejects.toThrow("belongs to the role that does");
    } finally {
      await client.query("REVOKE concours FROM concours_shop");
      await client.end();
    }
  });

  it("with accounts of the demonstration is refused in production", async () => {
    await makeUser(ctx, { email: "somebody@example.com" });
    await refuseDemoAccounts(ctx.databaseUrl);
    await makeUser(ctx, { email: "admin@concours.test" });
    await expect(refuseDemoAccounts(ctx.databaseUrl)).rejects.toThrow("accounts of the demonstration");
  });
});
