/** Reads fields of untrusted JSON; errors name the malformed field. */

/** Malformed JSON; the message names the field. */
export class FormatError extends Error {
  override name = "FormatError";
}

export type Fields = {
  readonly text: (key: string, form: RegExp) => string;
  readonly whole: (key: string, least: number, most?: number) => number;
  readonly truth: (key: string) => boolean;
  /** Not checked. */
  readonly value: (key: string) => unknown;
  readonly has: (key: string) => boolean;
  readonly names: () => string[];
  readonly object: (key: string) => Fields;
  readonly list: <T>(key: string, item: (value: unknown, where: string) => T) => T[];
};

/** The fields of an object; `where` is its name in error messages. @throws a FormatError for anything else */
export function fieldsOf(value: unknown, where: string): Fields {
  if (!isRecord(value)) throw new FormatError(`${where}: an object is expected`);
  return {
    text: (key, form) => text(value[key], `${where}.${key}`, form),
    whole: (key, least, most) => whole(value[key], `${where}.${key}`, least, most),
    truth: (key) => truth(value[key], `${where}.${key}`),
    value: (key) => value[key],
    has: (key) => value[key] !== undefined && value[key] !== null,
    names: () => Object.keys(value),
    object: (key) => fieldsOf(value[key], `${where}.${key}`),
    list: (key, item) => list(value[key], `${where}.${key}`, item),
  };
}

/** @throws a FormatError unless the value is an array, and for items that `item` refuses */
export function list<T>(value: unknown, where: string, item: (value: unknown, where: string) => T): T[] {
  if (!Array.isArray(value)) throw new FormatError(`${where}: a list is expected`);
  return value.map((each, i) => item(each, `${where}[${i}]`));
}

/** @throws a FormatError unless the value is text of this form */
export function text(value: unknown, where: string, form: RegExp): string {
  if (typeof value !== "string" || !form.test(value)) throw new FormatError(`${where}: text of the form ${form} is expected`);
  return value;
}

/** @throws a FormatError unless the value is a whole number in this range */
export function whole(value: unknown, where: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < least || value > most) {
    const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new FormatError(`${where}: a whole number ${range} is expected`);
  }
  return value;
}

function truth(value: unknown, where: string): boolean {
  if (typeof value !== "boolean") throw new FormatError(`${where}: true or false is expected`);
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
