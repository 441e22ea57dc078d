/**
 * As people type it: "25,000.50", "£1 234,50", "17,5 %". A comma before three digits groups, any other one divides.
 *
 * @returns undefined for anything else, and for more than `decimals`: of "1.000" nobody can tell what it means
 */
export function typedNumber(text: string, decimals: number): number | undefined {
  const bare = text.replace(/[\s£%]/g, "");
  const isGrouped = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(bare);
  const [, whole, rest = ""] =
    /^(-?\d{1,9})(?:\.(\d+))?$/.exec(isGrouped ? bare.replaceAll(",", "") : bare.replace(",", ".")) ?? [];
  return whole === undefined || rest.length > decimals ? undefined : Number(`${whole}.${rest}`);
}
