import { describe, expect, it } from "vitest";
import { chooseEncoding, ENCODINGS, isCompressible, QUICK_ENCODINGS, varyByEncoding } from "./encoding.ts";

describe("the encoding of a reply", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate, br", "br"],
    ["gzip, deflate", "gzip"],
    ["BR;q=0.5, GZIP;q=0.8", "gzip"],
    ["br;q=1.0, gzip;q=0.8, *;q=0.1", "br"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0, gzip;q=0", undefined],
    ["*", "br"],
    ["*, br;q=0", "gzip"],
    ["*;q=0", undefined],
    ["identity", undefined],
    ["deflate, zstd", undefined],
    ["br;q=nonsense, gzip", "gzip"],
    ["", undefined],
    [undefined, undefined],
  ])("%s: %s", (header, encoding) => {
    expect(chooseEncoding(header, ENCODINGS)).toBe(encoding);
  });

  it("is one of those on offer", () => {
    expect(chooseEncoding("gzip, deflate, br, zstd", ["gzip"])).toBe("gzip");
    expect(chooseEncoding("br", ["gzip"])).toBeUndefined();
    expect(chooseEncoding("gzip, deflate, br, zstd", QUICK_ENCODINGS)).toBe("zstd");
    expect(chooseEncoding("gzip, deflate, br", QUICK_ENCODINGS)).toBe("br");
    expect(chooseEncoding("deflate, zstd;q=0, gzip", QUICK_ENCODINGS)).toBe("gzip");
  });
});

it.each([
  ["text/html; charset=utf-8", true],
  ["application/json", true],
  ["application/manifest+json", true],
  ["application/ld+json", true],
  ["text/x-script", true],
  ["image/svg+xml", true],
  ["font/ttf", true],
  ["font/woff2", false],
  ["image/avif", false],
  ["text/event-stream", false],
  ["application/octet-stream", false],
  [null, false],
])("%s is compressed: %s", (type, expected) => {
  expect(isCompressible(type)).toBe(expected);
});

it("a reply says once that it depends on the encoding asked for", () => {
  const varyOf = (vary?: string) => {
    const headers = new Headers(vary === undefined ? {} : { Vary: vary });
    varyByEncoding(headers);
    varyByEncoding(headers);
    return headers.get("Vary");
  };
  expect([varyOf(), varyOf("Cookie"), varyOf("accept-encoding"), varyOf("*")]).toEqual([
    "Accept-Encoding",
    "Cookie, Accept-Encoding",
    "accept-encoding",
    "*",
  ]);
});
