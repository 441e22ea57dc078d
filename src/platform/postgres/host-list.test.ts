/** The table of addresses that an operator may write. */
import { describe, expect, it } from "vitest";
import { splitHosts } from "./host-list.ts";

describe("hosts of a database's address", () => {
  it.each([
    ["postgres://u:p@one/shop", ["postgres://u:p@one/shop"], undefined],
    ["postgres://u@localhost/shop?host=/run/postgresql", ["postgres://u@localhost/shop?host=/run/postgresql"], undefined],
    [
      "postgresql://u:p@one:5432,two:5433/shop?target_session_attrs=read-write&sslmode=verify-full",
      ["postgresql://u:p@one:5432/shop?sslmode=verify-full", "postgresql://u:p@two:5433/shop?sslmode=verify-full"],
      "read-write",
    ],
    [
      "postgres://one,[::1]:5433,three/shop",
      ["postgres://one/shop", "postgres://[::1]:5433/shop", "postgres://three/shop"],
      undefined,
    ],
    ["postgres://u:a,b%40c@one,two/shop", ["postgres://u:a,b%40c@one/shop", "postgres://u:a,b%40c@two/shop"], undefined],
    [
      "postgres://u@/shop?host=/run/one,/run/two&port=5432,5433&sslmode=disable",
      [
        "postgres://u@localhost/shop?host=%2Frun%2Fone&port=5432&sslmode=disable",
        "postgres://u@localhost/shop?host=%2Frun%2Ftwo&port=5433&sslmode=disable",
      ],
      undefined,
    ],
    ["postgres://u@one/shop?target_session_attrs=standby", ["postgres://u@one/shop"], "standby"],
  ])("%s", (url, addresses, target) => {
    expect(splitHosts(url)).toEqual({ addresses, target });
  });

  it.each([["postgres://one,two/shop?target_session_attrs=writable"], ["postgres://u@/shop?host=one,two,three&port=1,2"]])(
    "that nobody can follow are refused: %s",
    (url) => {
      expect(() => splitHosts(url)).toThrow();
    },
  );
});
