export function complain(text: string, code: 1 | 2 = 2): number {
  process.stderr.write(text);
  return code;
}
