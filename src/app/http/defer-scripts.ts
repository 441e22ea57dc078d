/** Scripts come after what is seen: styles, typeface and the first picture have the line to themselves. */
import { Transform } from "node:stream";

const HEAD_ENDS = "</head>";
const PRELOAD = '<link rel="modulepreload"';

/**
 * Passes a page on, with its scripts marked as less urgent than the rest. React Router writes their preloads and takes no word on how urgent they
 * are, and browsers put them before pictures. Nothing waits for longer than the page's head, which React writes in one go.
 */
export function scriptsAfterSight(): Transform {
  let head: Buffer[] | undefined = [];
  const passOn = (page: Transform, chunks: readonly Buffer[]) => {
    const start = Buffer.concat(chunks);
    const end = Math.max(0, start.indexOf(HEAD_ENDS));
    page.push(start.toString("utf8", 0, end).replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`));
    page.push(start.subarray(end));
    head = undefined;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!head) return done(null, chunk);
      head.push(chunk);
      if (Buffer.concat(head).includes(HEAD_ENDS)) passOn(this, head);
      done();
    },
    flush(done) {
      if (head) passOn(this, head);
      done();
    },
  });
}
