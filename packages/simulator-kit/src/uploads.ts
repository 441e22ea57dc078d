/** Files that a provider takes as evidence in a dispute. */
import { createHash } from "node:crypto";

export type UploadedFile = { readonly name: string; readonly bytes: Uint8Array };

/** The fields and the file of a multipart form; undefined for another content type or a malformed body. */
export async function readUpload(
  request: Request,
): Promise<{ readonly fields: Readonly<Record<string, string>>; readonly file: UploadedFile | undefined } | undefined> {
  if (!/^multipart\/form-data/i.test(request.headers.get("content-type") ?? "")) return undefined;
  const form = await request.formData().catch(() => undefined);
  if (form === undefined) return undefined;
  const file = form.get("file");
  return {
    fields: Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))),
    file: file instanceof File ? { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } : undefined,
  };
}

const SIGNATURES = { pdf: "255044462d", jpg: "ffd8ff", png: "89504e470d0a1a0a" } as const;
export type EvidenceType = keyof typeof SIGNATURES;

/** By the first bytes, not the name. */
export function evidenceTypeOf(bytes: Uint8Array): EvidenceType | undefined {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  return (Object.keys(SIGNATURES) as EvidenceType[]).find((type) => start.startsWith(SIGNATURES[type]));
}

export function digestOf(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("base64url");
}
