/** What goes wrong in a visitor's browser without anybody else noticing. The one file that writes to the console. */

export function warn(message: string): void {
  console.warn(message);
}
