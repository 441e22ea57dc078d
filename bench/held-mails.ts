/** Postpones the jobs of confirmations, to measure purchases alone. */
import type pg from "pg";

/** Workers skip jobs that are not due. */
export async function holdMails(database: pg.Client): Promise<void> {
  await database.query(`
    CREATE OR REPLACE FUNCTION bench_later() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.start_after := now() + interval '1 hour'; RETURN NEW; END $$;
    CREATE OR REPLACE TRIGGER bench_later BEFORE INSERT ON pgboss.job_common FOR EACH ROW WHEN (NEW.name = 'mail') EXECUTE FUNCTION bench_later()`);
}

export async function releaseMails(database: pg.Client): Promise<void> {
  await database.query("DROP TRIGGER bench_later ON pgboss.job_common");
  await database.query(
    "UPDATE pgboss.job SET start_after = now() WHERE name = 'mail' AND state < 'active' AND start_after > now()",
  );
}

/** Polls rarely, because each poll costs CPU on the measured machine. */
export async function untilMailed(database: pg.Client): Promise<void> {
  const isLeft = async () => {
    const { rows } = await database.query<{ left: boolean }>(
      "SELECT EXISTS (SELECT FROM pgboss.job WHERE name = 'mail' AND state < 'completed' AND start_after <= now()) AS left",
    );
    return rows[0]?.left === true;
  };
  while (await isLeft()) await new Promise((resolve) => setTimeout(resolve, 50));
}

export async function mailsToSend(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    "SELECT count(*) FROM pgboss.job WHERE name = 'mail' AND state < 'completed' AND start_after <= now()",
  );
  return Number(rows[0]?.count);
}
