import { describe, expect, it } from "vitest";
import { readListQuery, withParameters } from "./list-address.ts";

const read = (search: string) =>
  readListQuery(new URLSearchParams(search), ["name", "joined"], { sort: "joined", descending: true });

describe("a list's address", () => {
  it.each([
    ["", { q: "", sort: "joined", descending: true, page: 1 }],
    ["q=+amelia+&sort=name&page=3", { q: "amelia", sort: "name", descending: false, page: 3 }],
    ["sort=name&dir=desc", { q: "", sort: "name", descending: true, page: 1 }],
    ["sort=password&dir=asc&page=-1", { q: "", sort: "joined", descending: true, page: 1 }],
    ["q=a%00b&page=1e99", { q: "ab", sort: "joined", descending: true, page: 1 }],
    ["page=2.5", { q: "", sort: "joined", descending: true, page: 1 }],
  ])("%j is read as it is meant", (search, query) => {
    expect(read(search)).toEqual(query);
  });

  it("keeps at most 200 letters of a search", () => {
    expect(read(`q=${"a".repeat(300)}`).q).toHaveLength(200);
  });

  it("begins at the first page with another order, and stays in it with another page", () => {
    const search = new URLSearchParams("q=amelia&page=4");
    expect(withParameters(search, { sort: "name" })).toBe("?q=amelia&sort=name");
    expect(withParameters(search, { page: "5" })).toBe("?q=amelia&page=5");
    expect(withParameters(search, { page: undefined })).toBe("?q=amelia");
  });
});
