export function idOf(expandable: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof expandable === "string" ? expandable : expandable?.id;
}

export function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
