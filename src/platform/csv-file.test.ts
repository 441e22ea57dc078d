import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvLine } from "#shared/text/csv.ts";
import { type CsvRow, openCsv } from "./csv-file.server.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "concours-csv-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** @returns the rows, or the problem's message */
async function read(content: string | Buffer): Promise<readonly CsvRow[] | string> {
  const path = join(folder, "people.csv");
  await writeFile(path, content);
  try {
    const file = await openCsv(path, ["email", "name"], ["phone"]);
    const rows: CsvRow[] = [];
    for await (const row of file.rows) rows.push(row);
    return rows;
  } catch (error) {
    return error instanceof Error && error.name === "CsvProblem" ? error.message : Promise.reject(error);
  }
}

const ZOE = { line: 2, values: { email: "z@example.com", name: "Zoë" } };
const AFTER = { line: 3, values: { email: "a@example.com", name: "Al" } };

describe("a CSV file is read", () => {
  it.each([
    ["with commas", "email,name\nz@example.com,Zoë\na@example.com,Al\n"],
    ["with a mark at its beginning and Windows line ends", "\uFEFFemail,name\r\nz@example.com,Zoë\r\na@example.com,Al\r\n"],
    ["with semicolons, as Excel writes in France", "email;name\r\nz@example.com;Zoë\r\na@example.com;Al"],
    ["with tabs", "email\tname\nz@example.com\tZoë\na@example.com\tAl"],
    [
      "with quotes and spaces around",
      '"E-mail" , "Name"\n z@example.com , "Zoë" \n"a@example.com",Al'.replace("E-mail", "Email"),
    ],
    ["with line ends of an old Mac", "email,name\rz@example.com,Zoë\ra@example.com,Al\r"],
  ])("%s", async (_, text) => {
    expect(await read(text)).toEqual([ZOE, AFTER]);
  });

  it("with line numbers that count empty lines and line breaks inside quotes", async () => {
    const text = 'email,name\n\nb@example.com,"Two\nlines"\n,\n"c@example.com","the ""Fox"", a; b"\n';
    expect(await read(text)).toEqual([
      { line: 3, values: { email: "b@example.com", name: "Two\nlines" } },
      { line: 6, values: { email: "c@example.com", name: 'the "Fox", a; b' } },
    ]);
  });

  it("with mixed line ends, each counted once", async () => {
    const text =
      'email,name\r\na@example.com,Al\nb@example.com,"Two\r\nlines"\r\nc@example.com,Cy\rz@example.com,Zoë,more\na@example.com,Al\r';
    expect(await read(text)).toEqual([
      { ...AFTER, line: 2 },
      { line: 3, values: { email: "b@example.com", name: "Two\nlines" } },
      { line: 5, values: { email: "c@example.com", name: "Cy" } },
      { line: 6, problem: "the number of cells is 3, and line 1 names 2 columns" },
      { ...AFTER, line: 7 },
    ]);
    // Chunks end anywhere, also within a line end.
    const long = `email,name\r\n${"a@example.com,Al\r\n".repeat(20_000)}`;
    expect(await read(long)).toHaveLength(20_000);
    expect((await read(long)).at(-1)).toEqual({ ...AFTER, line: 20_001 });
  });

  it("with the shop's own escaping of formulas, which is removed", async () => {
    const text = csvLine(["email", "name", "phone"]) + csvLine(["a@example.com", "Al", "+44 7700 900123"]);
    expect(await read(text)).toEqual([{ line: 2, values: { email: "a@example.com", name: "Al", phone: "+44 7700 900123" } }]);
  });

  it("beyond invalid rows: formulas, and a wrong number of cells", async () => {
    const text =
      'email,name\na@example.com,"=HYPERLINK(""http://x"",""y"")"\nb@example.com\nz@example.com,Zoë,more\na@example.com,Al\n';
    expect(await read(text)).toEqual([
      { line: 2, problem: "name holds a formula, not a text" },
      { line: 3, problem: "the number of cells is 1, and line 1 names 2 columns" },
      { line: 4, problem: "the number of cells is 3, and line 1 names 2 columns" },
      { ...AFTER, line: 5 },
    ]);
  });
});

describe("a file that cannot be read is refused in plain words", () => {
  it.each([
    ["empty", "", "The file is empty"],
    ["without a column", "mail,name\nx,y\n", "Line 1 must name the columns. Missing: email. Found: mail, name"],
    ["with a column twice", "email,name,Email\n", "Line 1 names the column email twice"],
    [
      "in Windows-1252",
      Buffer.from("email,name\na@example.com,Al\nz@example.com,Zo\xeb\n", "latin1"),
      "Line 3: this is not UTF-8",
    ],
    ["cut off in a letter", Buffer.from("email,name\nz@example.com,Zoë").subarray(0, -1), "Line 2: this is not UTF-8"],
    ["in UTF-16", Buffer.from("\uFEFFemail,name\n", "utf16le"), "The file is UTF-16"],
    ["with a NUL", "email,name\nz@example.com,Zo\0\n", "Line 2: there is a NUL byte"],
    ["a spreadsheet", Buffer.from("PK\x03\x04 and so on", "latin1"), "The file is a spreadsheet, not CSV"],
    [
      "with a quote that stays open",
      'email,name\na@example.com,Al\nz@example.com,"Zoë\n',
      "Line 3: a quote is opened and never closed",
    ],
    ["with a quote in a cell", 'email,name\nz@example.com,Zo"ë\n', "Line 2: a quote is opened in the middle of a cell"],
    ["with text behind a quote", 'email,name\nz@example.com,"Zo"ë\n', "Line 2: a quote is closed in the middle of a cell"],
    [
      "with a line of 10 MB",
      `email,name\nz@example.com,${"x".repeat(10_000_000)}\n`,
      "Line 2: the row is longer than 100,000 characters",
    ],
    ["with 10 MB and no line end", "x".repeat(10_000_000), "Line 1: the row is longer than 100,000 characters"],
  ])("%s", async (_, content, says) => {
    expect(await read(content)).toEqual(expect.stringContaining(says));
  });

  it("and so is a missing one", async () => {
    await expect(openCsv(join(folder, "none.csv"), ["email"], [])).rejects.toThrow("There is no file");
  });
});
