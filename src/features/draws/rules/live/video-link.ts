/** The recording of a draw, on any site of the operator's choice. */
const LONGEST = 500;

/** An address as typed. Undefined unless it is a plain https address; "" removes the link. */
export function readVideoLink(typed: string): string | undefined {
  const link = typed.trim();
  if (link === "") return "";
  if (link.length > LONGEST || !/^https:\/\/[^\s"<>\\]+$/.test(link) || !URL.canParse(link)) return undefined;
  const { username, password } = new URL(link);
  return username === "" && password === "" ? link : undefined;
}
