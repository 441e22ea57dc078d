/** Scripts come after what is seen: styles, typeface and the first picture have the line to themselves. */
import { Transform } from "node:stream";

const HEAD_ENDS = "</head>";
const PRELOAD = '<link rel="modulepreload"';

/**
 * Passes a page on, with its scripts marked as less urgent than the rest. React Router writes their preloads and takes no word on how urgent they
 * are, and browsers put them before pictures. Nothing waits for longer than the page's head, which React writes in one go.
 *
 * React writes pieces of 2 kB. Those of one turn go on as one, since each costs as much on its way out as a page.
 */
export function scriptsAfterSight(): Transform {
  let waiting: Buffer[] = [];
  let isHead = true;
  let turn: NodeJS.Immediate | undefined;
  const passOn = (to: Transform, isEnd: boolean) => {
    turn = undefined;
    const start = Buffer.concat(waiting);
    const end = isHead ? start.indexOf(HEAD_ENDS) : 0;
    if (end === -1 && !isEnd) return;
    waiting = [];
    const head = start.toString("utf8", 0, Math.max(0, end)).replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`);
    const page = end > 0 ? Buffer.concat([Buffer.from(head), start.subarray(end)]) : start;
    if (page.length > 0) to.push(page);
    isHead = false;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(chunk);
      turn ??= setImmediate(() => passOn(this, false));
      done();
    },
    flush(done) {
      clearImmediate(turn);
      passOn(this, true);
      done();
    },
    destroy(error, done) {
      clearImmediate(turn);
      done(error);
    },
  });
}
