/** A database connection that does not stay where nothing can be written. */
import pg from "pg";

/** What a standby says to whoever writes: read_only_sql_transaction. */
const READ_ONLY = "25006";

/** Breaks once it is told so: its server is a standby by now, and the next connection finds the one that is not. */
export class WritingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this as this & { connection: pg.Connection };
    connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (code === READ_ONLY) connection.stream.destroy();
    });
  }
}
