/** Cleans text pasted from mails, chats and word processors. Not for passwords and long texts. */

import { asciiDigits } from "./digits.ts";

/** Direction marks, zero-width characters, variation selectors, soft hyphens, BOMs, placeholders. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\uFFFC]/gu;
/** Hyphens, dashes, minus signs. */
const DASHES = /[\p{Pd}\u02D7\u2043\u207B\u2212]/gu;
const SINGLE_QUOTES = /[\u2018-\u201B\u2032\u2035\u2039\u203A\u02BC\u00B4]/g;
const DOUBLE_QUOTES = /[\u201C-\u201F\u2033\u2036\u00AB\u00BB\u301D-\u301F]/g;
/** Control characters count as blanks, so that a line break does not join words. */
const BLANKS = /[\s\p{Cc}]+/gu;

/** Removes invisible characters, not blanks. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** A text as a plain keyboard types it: visible, single spaces, "-" dashes, straight quotes, trimmed. */
export function plainPaste(text: string): string {
  return visibleText(text)
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .normalize("NFKC")
    .replace(DASHES, "-")
    .replace(BLANKS, " ")
    .trim();
}

const OPENING = /^[\s"'`<([{*_,;:]+/;
const CLOSING = /[\s"'`>)\]}*_,;:.!?\u2026\u3002]+$/;

/** An identifier (code, number, id) without surrounding quotes, brackets and punctuation. */
export function pastedId(text: string): string {
  return asciiDigits(plainPaste(text)).replace(OPENING, "").replace(CLOSING, "");
}

/** A code without blanks, dashes or punctuation inside. Letters keep their case. */
export function pastedCode(text: string): string {
  return asciiDigits(plainPaste(text)).replace(/[^\p{L}\p{N}]+/gu, "");
}

/** A web address without invisible and control characters and punctuation around it, such as "<…>". */
export function pastedUrl(text: string): string {
  return visibleText(text)
    .replace(/\p{Cc}/gu, "")
    .replace(/^[\s"'“‘«<([]+/, "")
    .replace(/[\s"'”’»>)\].,;]+$/, "");
}

/** A remark in brackets at the end, such as "(work)". */
const REMARK = /\s*[([][^()[\]\d@]*[)\]]$/;

/** A label in front of a phone number, such as "Mobile:" or "callto:". */
const LABEL =
  /^(?:tel|telephone|phone|mobile|mob|cell|work|home|handy|whatsapp|ph|téléphone|tél|portable|numéro|callto|sms)(?: number)?\.?\s*:?\s*(?:\/\/)?\s*(?=[+(\d])/iu;
/** A label of one letter, such as "T:". */
const LETTER_LABEL = /^[tmphwc][:.]\s*(?=[+(\d])/i;

/**
 * A phone number without `tel:`, a label in front ("Mobile: …"), a remark behind ("- mobile") and
 * punctuation around it.
 */
export function pastedPhone(text: string): string {
  const plain = plainPaste(text);
  const phone = plain
    .replace(REMARK, "")
    .replace(/^[^\p{L}\p{N}+(]+/u, "")
    .replace(/[^\p{L}\p{N})]+$/u, "")
    .replace(LABEL, "")
    .replace(LETTER_LABEL, "")
    .replace(/;(?:ext=)?$/, "")
    .replace(REMARK, "")
    .replace(/ -\s*\p{L}+$/u, "")
    .replace(/^\((\+\d+)\)/, "$1")
    .trim();
  // Signs alone are a wrong number, not a missing one.
  return phone === "" ? plain : phone;
}

/**
 * An email address without `mailto:`, display name, brackets, quotes and punctuation. Letters keep their
 * case.
 */
export function pastedEmail(text: string): string {
  const plain = plainPaste(text)
    .replace(/^[•·▪◦*-] /, "")
    .replace(/^(?:e-?mail|courriel|mail|adresse e-?mail)\s*:\s*/i, "")
    .replace(/^\[[^\]]*\]\(([^()\s]+)\)$/, "$1");
  const bracketed = plain.match(/<[^<>]*@[^<>]*>/g);
  const [alone] = bracketed?.length === 1 ? bracketed : [];
  const [, marked, bare] = /^([*_])(.+)\1$/.exec(plain) ?? [];
  const address = (alone ?? (marked ? bare : undefined) ?? plain).replace(/^["'<([{\s]+/, "").replace(REMARK, "");
  return withoutMailto(address)
    .replace(/\s*@\s*/, "@")
    .replace(CLOSING, "")
    .replace(/[/|\\]+$/, "");
}

function withoutMailto(address: string): string {
  const [, encoded] = /^mailto:([^?]*)/i.exec(address) ?? [];
  if (encoded === undefined) return address;
  try {
    return plainPaste(decodeURIComponent(encoded));
  } catch {
    return encoded;
  }
}
