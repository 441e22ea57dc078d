/** Evidence of a dispute: what staff add, limits of the providers, and deadlines. */
import type { DisputeStanding } from "#shared/states.ts";

/** What an added file shows. Providers take one PDF of each kind. */
export const FILE_KINDS = ["delivery", "communication", "receipt"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const LONGEST_NOTE = 3_000;
export const MOST_FILES = 12;

const MB = 1024 * 1024;
/** Of one file before it is re-encoded. */
export const LARGEST_UPLOAD_BYTES = 10 * MB;
/** Of all added files together. With the shop's text they stay below the providers' limits. */
export const MOST_FILE_BYTES = 3.4 * MB;
/** Checkout.com takes 4 MB a file, Stripe 4.5 MB together. */
export const LARGEST_DOCUMENT_BYTES = 4 * MB;
export const MOST_EVIDENCE_BYTES = 4.5 * MB;

export type UploadedType = "pdf" | "picture";

/** By content, not by name: undefined for anything but a PDF, JPEG or PNG. */
export function uploadedTypeOf(bytes: Uint8Array): UploadedType | undefined {
  const startsWith = (...start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);
  if (startsWith(0x25, 0x50, 0x44, 0x46, 0x2d)) return "pdf";
  return startsWith(0xff, 0xd8, 0xff) || startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) ? "picture" : undefined;
}

/** Whether a PDF is complete and can be opened without a password. */
export function isOpenPdf(bytes: Uint8Array): boolean {
  const text = new TextDecoder("latin1").decode(bytes);
  return text.slice(-1024).includes("%%EOF") && !/\/Encrypt[\s<]/.test(text);
}

/** The last part of a path, without control characters. */
export function fileName(typed: string): string {
  const name = (typed.split(/[/\\]/).at(-1) ?? "").replaceAll(/\p{C}/gu, "").trim();
  return name.slice(-120) || "file";
}

/** Evidence for an inquiry does not count for the dispute that it becomes. */
export type EvidenceStage = "inquiry" | "dispute";

export function stageOf(standing: DisputeStanding): EvidenceStage {
  return standing === "inquiry" || standing === "closed" ? "inquiry" : "dispute";
}

const DAY_MS = 86_400_000;

/** Whole days until the deadline: 0 on the last day, negative once it is past. */
export function daysLeft(dueBy: Date, now: Date): number {
  return Math.floor((dueBy.getTime() - now.getTime()) / DAY_MS);
}
