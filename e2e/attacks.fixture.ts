/** Bodies, addresses and headers that are costly to parse. */

export type Attack = {
  readonly name: string;
  readonly type: string;
  readonly body: string;
};

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const MULTIPART = "multipart/form-data; boundary=b";
const part = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const intent = (payload: object) => `__intent__=${encodeURIComponent(JSON.stringify({ type: "insert", payload }))}`;

export function attacksOn(field: string): Attack[] {
  const form = (name: string, body: string): Attack => ({ name, type: FORM, body });
  const json = (name: string, body: string): Attack => ({ name, type: JSON_TYPE, body });
  const parts = (name: string, body: string): Attack => ({ name, type: MULTIPART, body });
  return [
    form("an index out of the world", `${field}[99999999]=x`),
    form("an index that is encoded", `${field}%5B1000000%5D=x`),
    form("indices of indices", `${field}[9999][9999][9999]=x`),
    form("a list by brackets", `${field}[]=x&`.repeat(3000)),
    form("a name of dots", `${".".repeat(30_000)}=x`),
    form("a name of levels", `${"a.".repeat(30_000)}a=x`),
    form("a name of brackets", `${field}${"[a]".repeat(20_000)}=x`),
    form("twenty thousand fields", "a=1&".repeat(20_000)),
    form("twenty thousand times the same field", `${field}=1&`.repeat(5_000)),
    form("a long name", `${"a".repeat(60_000)}=x`),
    form("a name of the language", `__proto__.polluted=1&constructor.prototype.polluted=1&${field}.__proto__.polluted=1`),
    form("an insertion at the end of the world", intent({ name: field, index: 99_999_999 })),
    form("a state that is none", "__state__=%7B"),
    form("encoding that fails", `%E0%A4%A=%&${field}=%E0%A4%A&%=%`),
    form("a value of one letter", `${field}=${"a".repeat(60_000)}`),
    form("a value of spaces", `${field}=${"+".repeat(60_000)}x`),
    form("a value of digits", `${field}=${"1".repeat(60_000)}`),
    form("a value of at-signs and dots", `${field}=${"a@a.".repeat(15_000)}`),
    form("a value of line ends", `${field}=${"%0A".repeat(20_000)}x`),
    form("more than anybody types", `${field}=${"a".repeat(2_000_000)}`),
    json("deep lists", "[".repeat(30_000)),
    json("deep objects", `{"${field}":`.repeat(10_000)),
    json("deep and whole", `${"[".repeat(10_000)}${"]".repeat(10_000)}`),
    json("many small ones", `[${"{},".repeat(15_000)}{}]`),
    json("a long number", `{"${field}":1${"0".repeat(50_000)}}`),
    json("names of the language", `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"${field}":"x"}`),
    json("more than any call needs", `{"${field}":"${"a".repeat(2_000_000)}"}`),
    parts("many parts", `${part(field, "x").repeat(1_000)}--b--\r\n`),
    parts("an index in a part", `${part(`${field}[99999999]`, "x")}--b--\r\n`),
    parts("a part without an end", `--b\r\nContent-Disposition: form-data; name="${"a".repeat(60_000)}`),
    parts("boundaries alone", "--b\r\n".repeat(15_000)),
  ];
}

/** Names that a parser may read as a path. */
export function namesLike(word: string): string[] {
  return [
    `${word}[99999999]`,
    `${word}[1000000]`,
    `${word}[9999][9999]`,
    `${word}[]`,
    `${word}[-1]`,
    `${word}[1e9]`,
    `${word}[${word}]`,
    `${word}.`,
    `.${word}`,
    `${word}.${word}`,
    `${word}.__proto__.x`,
    "constructor.prototype.x",
    "__intent__",
    "__state__",
    ".".repeat(30_000),
    "a.".repeat(20_000),
    `${word}${"[0]".repeat(10_000)}`,
    "a".repeat(30_000),
  ];
}

export function deepJson(word: string): string[] {
  const name = JSON.stringify(word.slice(0, 100));
  return ["[".repeat(20_000), `${"[".repeat(5_000)}${"]".repeat(5_000)}`, `{${name}:`.repeat(500), `[${"{},".repeat(20_000)}{}]`];
}

export const QUERIES: readonly string[] = [
  `?${"a=1&".repeat(900)}`,
  `?a${"[a]".repeat(1_000)}=1`,
  `?a[99999999]=1`,
  `?${"%00".repeat(1_000)}=%E0%A4%A`,
  `?page=${"9".repeat(3_000)}&q=${"%25".repeat(300)}`,
  `?__proto__=1&constructor=1`,
  `?${"a".repeat(8_000)}`,
];

export const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { Cookie: "a=1; ".repeat(2_000) },
  { Cookie: `session=${"%E0".repeat(2_000)}` },
  { Cookie: `flash=${"%7B".repeat(3_000)}` },
  { "Accept-Language": "en;q=0.1,".repeat(1_200) },
  { "Accept-Language": `en${" ".repeat(14_000)}fr` },
  { "Accept-Encoding": "gzip;q=0.1,".repeat(1_000) },
  { "User-Agent": "Mozilla/5.0 (".repeat(800) },
  { "If-None-Match": '"a",'.repeat(2_500) },
  { Range: `bytes=${"0-1,".repeat(2_000)}` },
  { Authorization: `Bearer ${"a.".repeat(5_000)}` },
  { "X-Forwarded-For": "1.2.3.4, ".repeat(1_200) },
  Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x-${i}`, "1"])),
];
