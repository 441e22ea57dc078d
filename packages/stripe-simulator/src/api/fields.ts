/** Reads the fields of a form-encoded body or query with Stripe's bracketed names and error messages. */
import qs from "qs";
import type { Metadata } from "../ledger/records.ts";
import { badParameter } from "./stripe-error.ts";

type Values = Readonly<Record<string, unknown>>;

const EMPTY_HINT = "We assume empty values are an attempt to unset a parameter; however";

export class Fields {
  readonly #values: Values;
  readonly #path: string;
  readonly #read = new Set<string>();
  readonly #inner: Fields[] = [];

  constructor(values: Values, path = "") {
    this.#values = values;
    this.#path = path;
  }

  /** Parses `a[b][0]=c&…`; every value is a string. */
  static parse(text: string): Fields {
    const values = qs.parse(text, {
      depth: 10,
      arrayLimit: 200,
      parameterLimit: 2000,
      plainObjects: true,
      ignoreQueryPrefix: true,
    });
    return new Fields(values);
  }

  name(field: string): string {
    return this.#path === "" ? field : `${this.#path}[${field}]`;
  }

  /** Whether a field is a single value, if Stripe accepts a value or a group. */
  isText(field: string): boolean {
    return typeof this.#values[field] === "string";
  }

  string(field: string, maxLength = 5000): string | undefined {
    const value = this.#take(field);
    if (value === undefined) return undefined;
    if (typeof value !== "string")
      throw badParameter(this.name(field), "parameter_invalid_string", "Invalid string: must be a single value");
    if (value === "") {
      const message = `You passed an empty string for '${this.name(field)}'. ${EMPTY_HINT} '${this.name(field)}' cannot be unset.`;
      throw badParameter(this.name(field), "parameter_invalid_empty", message);
    }
    if (value.length > maxLength) {
      const message = `Invalid string: ${value.slice(0, 12)}…; must be at most ${maxLength} characters`;
      throw badParameter(this.name(field), "parameter_invalid_string", message);
    }
    return value;
  }

  needString(field: string, maxLength?: number): string {
    return this.string(field, maxLength) ?? this.#missing(field);
  }

  /** An integer from `min` to `max`. */
  integer(field: string, { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}): number | undefined {
    const text = this.string(field);
    if (text === undefined) return undefined;
    if (!/^-?\d{1,15}$/.test(text)) throw badParameter(this.name(field), "parameter_invalid_integer", `Invalid integer: ${text}`);
    const value = Number(text);
    if (value < min)
      throw badParameter(this.name(field), "parameter_invalid_integer", `This value must be greater than or equal to ${min}.`);
    if (value > max)
      throw badParameter(this.name(field), "parameter_invalid_integer", `This value must be less than or equal to ${max}.`);
    return value;
  }

  boolean(field: string): boolean | undefined {
    const text = this.string(field);
    if (text === undefined || text === "true" || text === "false") return text === undefined ? undefined : text === "true";
    throw badParameter(this.name(field), "parameter_invalid_boolean", `Invalid boolean: ${text}`);
  }

  choice<const C extends string>(field: string, choices: readonly C[]): C | undefined {
    const text = this.string(field);
    return text === undefined ? undefined : this.#oneOf(this.name(field), text, choices);
  }

  strings(field: string): readonly string[] {
    const value = this.#take(field);
    if (value === undefined || value === "") return [];
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
    throw badParameter(this.name(field), "parameter_invalid_array", "Invalid array");
  }

  choices<const C extends string>(field: string, choices: readonly C[]): readonly C[] {
    return this.strings(field).map((text, index) => this.#oneOf(`${this.name(field)}[${index}]`, text, choices));
  }

  object(field: string): Fields | undefined {
    const value = this.#take(field);
    if (value === undefined || value === "") return undefined;
    if (!isObject(value)) throw badParameter(this.name(field), "parameter_invalid_object", "Invalid object");
    return this.#open(value, this.name(field));
  }

  list(field: string): readonly Fields[] {
    const value = this.#take(field);
    if (value === undefined || value === "") return [];
    if (!Array.isArray(value) || !value.every(isObject))
      throw badParameter(this.name(field), "parameter_invalid_array", "Invalid array");
    return value.map((item, index) => this.#open(item, `${this.name(field)}[${index}]`));
  }

  /** At most 50 pairs, names to 40 characters, values to 500. An empty value omits its name. */
  metadata(field = "metadata"): Metadata {
    const value = this.#take(field);
    if (value === undefined || value === "") return {};
    if (!isObject(value)) throw badParameter(this.name(field), "parameter_invalid_object", "Invalid object");
    const pairs = Object.entries(value);
    if (pairs.length > 50) throw badParameter(this.name(field), "parameter_invalid_object", "Metadata may have at most 50 keys.");
    const metadata: Record<string, string> = {};
    for (const [key, text] of pairs) {
      const param = `${this.name(field)}[${key}]`;
      if (typeof text !== "string") throw badParameter(param, "parameter_invalid_string", "Metadata values must be strings.");
      if (key.length > 40) throw badParameter(param, "parameter_invalid_string", "Metadata keys may have at most 40 characters.");
      if (text.length > 500)
        throw badParameter(param, "parameter_invalid_string", "Metadata values may have at most 500 characters.");
      if (text !== "") metadata[key] = text;
    }
    return metadata;
  }

  /** Refuses the first unknown field. */
  close(): void {
    for (const field of Object.keys(this.#values)) {
      if (this.#read.has(field)) continue;
      const message = `Received unknown parameter: ${this.name(field)}. If it is one of Stripe's, the simulator does not support it.`;
      throw badParameter(this.name(field), "parameter_unknown", message);
    }
    for (const inner of this.#inner) inner.close();
  }

  #take(field: string): unknown {
    this.#read.add(field);
    return Object.hasOwn(this.#values, field) ? this.#values[field] : undefined;
  }

  #open(values: Values, path: string): Fields {
    const inner = new Fields(values, path);
    this.#inner.push(inner);
    return inner;
  }

  #missing(field: string): never {
    throw badParameter(this.name(field), "parameter_missing", `Missing required param: ${this.name(field)}.`);
  }

  #oneOf<C extends string>(param: string, text: string, choices: readonly C[]): C {
    const found = choices.find((choice) => choice === text);
    if (found !== undefined) return found;
    throw badParameter(param, "parameter_invalid_value", `Invalid ${param}: must be one of ${choices.join(", ")}`);
  }
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
