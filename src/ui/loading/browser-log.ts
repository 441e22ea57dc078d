/** Logs problems in the visitor's browser. The only file that writes to the console. */

export function warn(message: string): void {
  console.warn(message);
}
