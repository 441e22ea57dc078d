/** Pasted cards are parsed from spreadsheets and returned as pasted. */
import { expect, it } from "vitest";
import { MOST_CARDS, readCardLines } from "./card-lines.ts";

const DAY = "2026-11-20";
const read = (text: string) => readCardLines(text, DAY, DAY);

it("uses the default column order, and the default day for lines without one", () => {
  const { lines, problem } = read(
    'Rosa,Lindqvist,1984-02-29,"4 Mill Lane, Ashford",Kent,rosa@example.com,,,\r\n\r\nEdith,Old,12/03/1950,2 High St,Surrey,,,19/11/2026,18/11/2026\n',
  );
  expect(problem).toBeUndefined();
  expect(
    lines.map(({ number, fields }) => [number, fields.firstName, fields.address, fields.receivedOn, fields.postedOn]),
  ).toEqual([
    [1, "Rosa", "4 Mill Lane, Ashford", DAY, ""],
    [2, "Edith", "2 High St", "19/11/2026", "18/11/2026"],
  ]);
});

it.each([
  ["commas", "surname,first name,dob,county,address\nLindqvist,Rosa,1984-02-29,Kent,4 Mill Lane"],
  ["semicolons", "Surname;First name;DOB;County;Address\nLindqvist;Rosa;1984-02-29;Kent;4 Mill Lane"],
  ["tabs", "Surname\tFirst name\tDate of birth\tCounty\tPostal address\nLindqvist\tRosa\t1984-02-29\tKent\t4 Mill Lane"],
  ["French", "\uFEFFNom;Prénom;Date de naissance;Comté;Adresse\nLindqvist;Rosa;1984-02-29;Kent;4 Mill Lane"],
])("finds the columns by their names, in %s", (_, text) => {
  const { lines, headline } = read(text);
  expect(headline).toBe(text.split("\n")[0]?.replace("\uFEFF", ""));
  expect(lines).toMatchObject([
    { number: 1, fields: { firstName: "Rosa", lastName: "Lindqvist", birthDate: "1984-02-29", county: "Kent", email: "" } },
  ]);
});

it("reads addresses of several lines and escaped quotes", () => {
  const source = 'Rosa,Lindqvist,1984-02-29,"4 Mill Lane\n""The Barn""\nAshford",Kent';
  const { lines } = read(`${source}\nEdith,Old,1950-03-12,2 High St,Surrey`);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ source, fields: { address: '4 Mill Lane\n"The Barn"\nAshford' } });
});

it("returns every record as pasted, even with an unclosed quote", () => {
  const text = 'a,b,c,d,e\n x ,"y\nz';
  expect(
    read(text)
      .lines.map(({ source }) => source)
      .join("\n"),
  ).toBe(text);
});

it.each([
  ["nothing", " \n\n", "empty"],
  ["a headline alone", "first name,last name", "empty"],
  ["a headline without the address", "first name,last name,dob,county\na,b,c,d", "noColumns"],
  ["too many cards", "a,b,c,d,e\n".repeat(MOST_CARDS + 1), "tooMany"],
])("reports the problem of %s", (_, text, problem) => {
  expect(read(text)).toMatchObject({ problem, lines: [] });
});
