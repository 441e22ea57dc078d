/** Limits of request bodies: number and names of form fields, depth and length of JSON. */

/** The longest form, that of a draw, sends about fifty. */
const MOST_FIELDS = 200;
/**
 * Letters, digits, "_" and "-", with at most two dots. No brackets: some parsers allocate as many items as
 * the number in them.
 */
const FIELD_NAME = /^[\w-]{1,64}(?:\.[\w-]{1,64}){0,2}$/;
/** Names with a meaning in JavaScript. */
const RESERVED = /(?:^|\.)(?:__proto__|constructor|prototype)(?:\.|$)/;
/** The payment provider's events have ten levels. */
const DEEPEST = 32;
/** A hundred thousand people with their properties. Parsers allocate an object for each, however short. */
const MOST_COMMAS = 1_000_000;

/**
 * Parses `application/x-www-form-urlencoded`, and removes NUL, which PostgreSQL's text does not allow.
 * @returns undefined for more than 200 fields, or for malformed names (over 64 characters or three levels)
 */
export function parseFields(text: string): URLSearchParams | undefined {
  if (count(text, "&") >= MOST_FIELDS) return undefined;
  const fields = new URLSearchParams([...new URLSearchParams(text)].map(([name, value]) => [name, value.replaceAll("\0", "")]));
  for (const name of fields.keys()) if (!FIELD_NAME.test(name) || RESERVED.test(name)) return undefined;
  return fields;
}

/**
 * Whether a multipart body may have too many parts. Counts the lines that could begin one, because parsers
 * disagree on boundaries.
 */
export function hasTooManyParts(body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return count(bytes, "\r\n--") > MOST_FIELDS;
}

/** Whether JSON has more than 32 levels or a million entries. Malformed text may give either result. */
export function hasTooMuchJson(json: string): boolean {
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

/** How often `part` occurs; stops counting above the limit of a form. */
function count(haystack: string | Buffer, part: string): number {
  let found = 0;
  for (let at = haystack.indexOf(part); at !== -1 && found <= MOST_FIELDS + 1; at = haystack.indexOf(part, at + part.length))
    found += 1;
  return found;
}
