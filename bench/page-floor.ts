/** The floor of a page: the same reply from memory over node:http. Usage: node page-floor.ts PORT FILE */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [port, file] = process.argv.slice(2);
const { headers, body } = JSON.parse(readFileSync(file ?? "", "utf8")) as { headers: Record<string, string>; body: string };
const bytes = Buffer.from(body, "base64");

// The shop's own timeout: a shorter one would close connections with a request on its way.
createServer({ keepAliveTimeout: 75_000 }, (_request, reply) => {
  reply.writeHead(200, { ...headers, "Content-Length": bytes.length });
  reply.end(bytes);
}).listen(Number(port), "127.0.0.1", () => console.log("ready"));
