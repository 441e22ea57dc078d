/** How long a picture for shared links may be cached. */
import { expect, it } from "vitest";
import { pictureReply } from "./picture-reply.ts";

it("a picture is cached publicly if its address names the language, and else privately", () => {
  const cacheControlOf = (query: string) =>
    pictureReply({ url: `http://shop.test/og/shop.jpg${query}` }, Buffer.from("jpeg")).headers.get("Cache-Control");
  for (const query of ["?lng=fr", "?lng=en"]) expect(cacheControlOf(query)).toBe("public, max-age=3600");
  for (const query of ["", "?", "?lng=", "?lng=xx", "?LNG=fr", "?x=lng=fr"])
    expect(cacheControlOf(query)).toBe("private, max-age=3600");
});
