/** Defers scripts, so that styles, fonts and the first picture load first. */
import { Transform } from "node:stream";

const HEAD_ENDS = "</head>";
const PRELOAD = '<link rel="modulepreload"';
/** A page's only module script, as React Router writes it. */
const MODULE = /(<script(?: nonce="[^"]*")?) type="module" async="">/;

/** Makes scripts and their preloads inert until `StartScripts` runs them. Joins small chunks. */
export function scriptsAfterSight(): Transform {
  let waiting: Buffer[] = [];
  let [isHead, isDone] = [true, false];
  let turn: NodeJS.Immediate | undefined;
  const passOn = (to: Transform, isEnd: boolean) => {
    turn = undefined;
    let page: Buffer = Buffer.concat(waiting);
    waiting = [];
    if (isHead) {
      const end = page.indexOf(HEAD_ENDS);
      if (end === -1 && !isEnd) return void waiting.push(page);
      const head = page.toString("utf8", 0, Math.max(0, end)).replaceAll(PRELOAD, '<link rel="later"');
      page = end > 0 ? Buffer.concat([Buffer.from(head), page.subarray(end)]) : page;
      isHead = false;
    }
    if (!isDone) {
      const [now, later] = isEnd ? [page, Buffer.alloc(0)] : cutBeforeTag(page);
      if (later.length > 0) waiting.push(later);
      const found = MODULE.exec(now.toString("latin1"));
      isDone = found !== null;
      page = found ? Buffer.from(now.toString("latin1").replace(MODULE, '$1 type="text/later">'), "latin1") : now;
    }
    if (page.length > 0) to.push(page);
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

function cutBeforeTag(page: Buffer): readonly [Buffer, Buffer] {
  const [opens, closes] = [page.lastIndexOf("<"), page.lastIndexOf(">")];
  return opens > closes ? [page.subarray(0, opens), page.subarray(opens)] : [page, Buffer.alloc(0)];
}
