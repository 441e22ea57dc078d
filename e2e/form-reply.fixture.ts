/** Encodes a reply to a form like React Router's server (turbo-stream), for mocked replies. */

type Reply = { readonly intent: string; readonly [name: string]: unknown };

/** @returns arguments of `route.fulfill` */
export function formReply(reply: Reply): { headers: Record<string, string>; body: string } {
  const written: unknown[] = [];
  const write = (value: unknown): number => {
    const at = written.push(value) - 1;
    if (Array.isArray(value)) written[at] = value.map(write);
    else if (typeof value === "object" && value !== null)
      written[at] = Object.fromEntries(Object.entries(value).map(([name, each]) => [`_${write(name)}`, write(each)]));
    return at;
  };
  write({ data: reply });
  const headers = { "Content-Type": "text/x-script; charset=utf-8", "X-Remix-Response": "yes" };
  return { headers, body: `${JSON.stringify(written)}\n` };
}

/** An error of the whole form. */
export function refusedWith(code: string): { status: "error"; error: Record<string, string[]> } {
  return { status: "error", error: { "": [code] } };
}
