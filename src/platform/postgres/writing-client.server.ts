/** A connection that closes itself on a server that refuses writes. */
import pg from "pg";

/** read_only_sql_transaction: a standby's error for writes. */
const READ_ONLY = "25006";

/** Breaks when its server has become a standby: the next connection reaches the primary. */
export class WritingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this as this & { connection: pg.Connection };
    connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (code === READ_ONLY) connection.stream.destroy();
    });
  }
}
