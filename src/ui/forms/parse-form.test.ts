import { expect, it } from "vitest";
import { z } from "zod";
import { parseForm } from "./parse-form.ts";

const schema = z.object({ email: z.string().default(""), marketing: z.boolean().default(false) });

it("a form's own fields are read, the first of each name", () => {
  const read = parseForm(new URLSearchParams("email=a&email=b&marketing=on&other=x"), schema);
  expect(read.status === "success" && read.value).toEqual({ email: "a", marketing: true });
});

it.each([
  ["an index", "email[99999999]", "x"],
  ["an index of an index", "email[999][999]", "x"],
  ["another's index", "x[99999999]", "x"],
  ["thirty thousand dots", ".".repeat(30_000), "x"],
  ["thirty thousand levels", "a.".repeat(30_000), "x"],
  ["__proto__", "__proto__.polluted", "x"],
  ["an insertion at the end of the world", "__intent__", '{"type":"insert","payload":{"name":"email","index":99999999}}'],
  ["a path to update", "__intent__", '{"type":"update","payload":{"name":"a","index":99999999,"value":1}}'],
  ["a state that is no JSON", "__state__", "{"],
])("%s allocates nothing", (_name, name, value) => {
  const before = process.memoryUsage().rss;
  const read = parseForm(new URLSearchParams([[name, value]]), schema);
  expect(read.status === "success" && read.value).toEqual({ email: "", marketing: false });
  expect(JSON.stringify(read.reply()).length).toBeLessThan(200);
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
