/** Writes why nothing came of a command. @returns its exit code: 2 for one that nobody understands */
export function complain(text: string, code: 1 | 2 = 2): number {
  process.stderr.write(text);
  return code;
}
