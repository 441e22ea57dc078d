export type CardBrand = "visa" | "mastercard" | "amex" | "discover" | "unknown";

export function cardDigits(typed: string): string {
  return typed.replace(/[\s-]/g, "");
}

/** Checks the length and Luhn's check digit. */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export function cardBrand(digits: string): CardBrand {
  if (digits.startsWith("4")) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(digits)) return "mastercard";
  if (/^3[47]/.test(digits)) return "amex";
  if (/^(6011|64[4-9]|65)/.test(digits)) return "discover";
  return "unknown";
}

export function cvcLength(brand: CardBrand): 3 | 4 {
  return brand === "amex" ? 4 : 3;
}
