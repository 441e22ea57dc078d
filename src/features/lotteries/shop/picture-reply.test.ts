import { expect, it } from "vitest";
import { pictureReply } from "./picture-reply.ts";

it("a picture is kept for everybody where its address names the language, and else for the asker alone", () => {
  const keptAt = (query: string) =>
    pictureReply({ url: `http://shop.test/og/shop.jpg${query}` }, Buffer.from("jpeg")).headers.get("Cache-Control");
  for (const query of ["?lng=fr", "?lng=en"]) expect(keptAt(query)).toBe("public, max-age=3600");
  for (const query of ["", "?", "?lng=", "?lng=xx", "?LNG=fr", "?x=lng=fr"]) expect(keptAt(query)).toBe("private, max-age=3600");
});
