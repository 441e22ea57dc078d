/** The reply to a form as React Router's server writes it (turbo-stream), for journeys that reply in the shop's place. */

type Reply = { readonly intent: string; readonly [name: string]: unknown };

/** @returns what `route.fulfill` takes */
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

/** Of a form as a whole that is refused. */
export function refusedWith(code: string): { status: "error"; error: Record<string, string[]> } {
  return { status: "error", error: { "": [code] } };
}
