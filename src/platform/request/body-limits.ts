/** What no body may be, whoever reads it: more fields than any form has, names that are no field's, JSON as deep or as long as nobody writes it. */

/** Of a form: the longest of ours, that of a draw, sends some fifty. */
const MOST_FIELDS = 200;
/** A name: words, at most two of them behind dots. Brackets are other programs' lists: a parser that believes their numbers makes room for as many. */
const FIELD_NAME = /^[\w-]{1,64}(?:\.[\w-]{1,64}){0,2}$/;
/** Names that mean something to the language itself. */
const RESERVED = /(?:^|\.)(?:__proto__|constructor|prototype)(?:\.|$)/;
/** What the payment provider sends has ten levels. */
const DEEPEST = 32;
/** Of JSON: a hundred thousand people, with what a program knows of each. A parser makes an object of every one, however short it is written. */
const MOST_COMMAS = 1_000_000;

/**
 * The fields of a form as browsers encode it (`application/x-www-form-urlencoded`), without NUL, which PostgreSQL's text does not hold.
 *
 * @returns undefined where there are more than 200, or where one's name is longer than 64 letters, deeper than three levels, or no name
 */
export function parseFields(text: string): URLSearchParams | undefined {
  if (count(text, "&") >= MOST_FIELDS) return undefined;
  const fields = new URLSearchParams([...new URLSearchParams(text)].map(([name, value]) => [name, value.replaceAll("\0", "")]));
  for (const name of fields.keys()) if (!FIELD_NAME.test(name) || RESERVED.test(name)) return undefined;
  return fields;
}

/** Whether a multipart body has too many parts, by the lines that could begin one: parsers disagree on boundaries. */
export function hasTooManyParts(body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return count(bytes, "\r\n--") > MOST_FIELDS;
}

/** Whether JSON has more than 32 levels, or more than a million entries. Text that is no JSON may say either. */
export function isTooBig(json: string): boolean {
  let [depth, commas] = [0, 0];
  for (let i = 0; i < json.length; i++) {
    const letter = json[i];
    if (letter === '"') i = endOfString(json, i);
    else if (letter === "[" || letter === "{") depth += 1;
    else if (letter === "]" || letter === "}") depth -= 1;
    else if (letter === ",") commas += 1;
    if (depth > DEEPEST || commas > MOST_COMMAS) return true;
  }
  return false;
}

function endOfString(json: string, start: number): number {
  for (let i = start + 1; i < json.length; i++) {
    if (json[i] === "\\") i += 1;
    else if (json[i] === '"') return i;
  }
  return json.length;
}

/** How often `part` stands in `whole`; it stops where that is too often for a form. */
function count(whole: string | Buffer, part: string): number {
  let found = 0;
  for (let at = whole.indexOf(part); at !== -1 && found <= MOST_FIELDS + 1; at = whole.indexOf(part, at + part.length))
    found += 1;
  return found;
}
