/** The floor of a page: the same bytes from memory, with the same headers, over bare node:http. Usage: node page-floor.ts PORT FILE */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [port, file] = process.argv.slice(2);
const { headers, body } = JSON.parse(readFileSync(file ?? "", "utf8")) as { headers: Record<string, string>; body: string };
const bytes = Buffer.from(body, "base64");

// As patient as the shop: one that closed a connection while a request was on its way would end the bench.
createServer({ keepAliveTimeout: 75_000 }, (_request, reply) => {
  reply.writeHead(200, { ...headers, "Content-Length": bytes.length });
  reply.end(bytes);
}).listen(Number(port), "127.0.0.1", () => console.log("ready"));
