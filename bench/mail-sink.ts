/** A mail server that accepts and discards everything. Prints its port. */
import { createServer, type Socket } from "node:net";

const END = "\r\n.\r\n";

createServer((socket) => {
  socket.setNoDelay(true);
  socket.on("error", () => undefined);
  socket.write("220 sink\r\n");
  listen(socket);
}).listen(0, "127.0.0.1", function (this: { address(): unknown }) {
  const address = this.address() as { port: number };
  process.stdout.write(`${address.port}\n`);
});

function listen(socket: Socket): void {
  let buffered = "";
  let inData = false;
  socket.on("data", (chunk: Buffer) => {
    buffered += chunk.toString("latin1");
    for (;;) {
      const end = buffered.indexOf(inData ? END : "\r\n");
      if (end < 0) break;
      const said = buffered.slice(0, end);
      buffered = buffered.slice(end + (inData ? END.length : 2));
      if (inData) {
        inData = false;
        socket.write("250 taken\r\n");
      } else {
        inData = /^DATA/i.test(said);
        socket.write(inData ? "354 go on\r\n" : /^EHLO/i.test(said) ? "250-sink\r\n250 8BITMIME\r\n" : "250 ok\r\n");
      }
    }
    // Only the end marker matters.
    if (inData && buffered.length > END.length) buffered = buffered.slice(-END.length);
  });
}
