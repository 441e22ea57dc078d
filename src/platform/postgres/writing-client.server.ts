/** A database connection that closes itself when its server refuses writes. */
import pg from "pg";

/** A standby's error for writes (read_only_sql_transaction). */
const READ_ONLY = "25006";

/** Closes when its server has become a standby: the next connection reaches the primary. */
export class WritingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this as this & { connection: pg.Connection };
    connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (code === READ_ONLY) connection.stream.destroy();
    });
  }
}
