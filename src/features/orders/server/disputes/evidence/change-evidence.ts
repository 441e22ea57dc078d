/** The note and the files that staff add to the evidence of a dispute, until it is sent. */
import { type Actor, adminIdOf, may, recordChange } from "#features/access/server/actor.ts";
import type { Ctx } from "#platform/ctx.server.ts";
import type { PictureRefusal } from "#platform/media/media-encode.server.ts";
import type { Tx } from "#platform/postgres/db.server.ts";
import { isUuid } from "#shared/ids.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { isOver } from "../../../rules/dispute.ts";
import {
  type FileKind,
  fileName,
  isOpenPdf,
  LARGEST_UPLOAD_BYTES,
  LONGEST_NOTE,
  MOST_FILE_BYTES,
  MOST_FILES,
  stageOf,
  uploadedTypeOf,
} from "../../../rules/evidence.ts";
import {
  deleteFile,
  type FileContent,
  findNote,
  insertFile,
  listFiles,
  type LockedDispute,
  lockDispute,
  setNote,
} from "./evidence-store.ts";
import { findSubmission, forgetProgress } from "./submission-store.ts";

type Changing = Pick<Ctx, "db" | "log" | "now">;
/** `over`: the bank has decided. `already_sent`: the bank takes no more. `under_way`: it is being sent. */
type ChangeRefusal = "forbidden" | "not_found" | "over" | "already_sent" | "under_way";

/** `changed_meanwhile`: a colleague has changed the note since `version`. */
export type NoteError = ChangeRefusal | "too_long" | "changed_meanwhile";

/** An empty note deletes it. */
export async function saveEvidenceNote(
  ctx: Changing,
  actor: Actor,
  typed: { readonly disputeId: string; readonly note: string; readonly version: string },
): Promise<Result<undefined, NoteError>> {
  const note = typed.note.replaceAll("\r\n", "\n").trim();
  if (note.length > LONGEST_NOTE) return err("too_long");
  return change<NoteError>(ctx, actor, typed.disputeId, async (tx, dispute) => {
    const before = await findNote(tx, dispute.id);
    if (before.note === note) return ok();
    if (before.version !== typed.version) return err("changed_meanwhile");
    await setNote(tx, dispute.id, { note, at: ctx.now(), by: adminIdOf(actor) ?? null });
    await record(ctx, tx, { actor, action: "dispute.note", dispute });
    return ok();
  });
}

/**
 * `wrong_type`: no PDF, JPEG or PNG. `not_a_pdf`: incomplete, or with a password. `kind_taken`: there is a
 * PDF of this kind. `no_room`: together the files would be too large or too many.
 */
export type FileError = ChangeRefusal | PictureRefusal | "wrong_type" | "not_a_pdf" | "kind_taken" | "no_room";

type Upload = { readonly disputeId: string; readonly kind: FileKind; readonly name: string; readonly bytes: Uint8Array };

/** Stores a PDF as it is, and a picture as a JPEG without its metadata. */
export async function addEvidenceFile(
  ctx: Changing & Pick<Ctx, "media">,
  actor: Actor,
  { disputeId, kind, name, bytes }: Upload,
): Promise<Result<undefined, FileError>> {
  if (!(await may(ctx, actor, "disputes.export"))) return err("forbidden");
  if (bytes.byteLength > LARGEST_UPLOAD_BYTES) return err("too_large");
  const read = await readFile(ctx, bytes);
  if (!read.ok) return read;
  const file = { ...read.value, kind, name: fileName(name) };
  return change<FileError>(ctx, actor, disputeId, async (tx, dispute) => {
    const files = await listFiles(tx, dispute.id);
    const total = files.reduce((sum, each) => sum + each.bytes, file.content.byteLength);
    if (files.length >= MOST_FILES || total > MOST_FILE_BYTES) return err("no_room");
    const isPdf = file.type === "application/pdf";
    if (isPdf && files.some((each) => each.kind === kind && each.type === file.type)) return err("kind_taken");
    const id = await insertFile(tx, dispute.id, { ...file, at: ctx.now(), by: adminIdOf(actor) ?? null });
    await record(ctx, tx, { actor, action: "dispute.add_file", dispute, after: { file: id } });
    return ok();
  });
}

async function readFile(
  { media }: Pick<Ctx, "media">,
  bytes: Uint8Array,
): Promise<Result<Pick<FileContent, "type" | "content">, FileError>> {
  const type = uploadedTypeOf(bytes);
  if (type === undefined) return err("wrong_type");
  if (type === "pdf") return isOpenPdf(bytes) ? ok({ type: "application/pdf", content: bytes }) : err("not_a_pdf");
  const encoded = await media.toJpeg(bytes);
  return encoded.ok ? ok({ type: "image/jpeg", content: encoded.value }) : encoded;
}

export async function removeEvidenceFile(
  ctx: Changing,
  actor: Actor,
  { disputeId, fileId }: { readonly disputeId: string; readonly fileId: string },
): Promise<Result<undefined, ChangeRefusal>> {
  return change<ChangeRefusal>(ctx, actor, disputeId, async (tx, dispute) => {
    if (!isUuid(fileId) || !(await deleteFile(tx, dispute.id, fileId))) return err("not_found");
    await record(ctx, tx, { actor, action: "dispute.remove_file", dispute, after: { file: fileId } });
    return ok();
  });
}

async function change<Refusal extends string>(
  ctx: Changing,
  actor: Actor,
  disputeId: string,
  act: (tx: Tx, dispute: LockedDispute) => Promise<Result<undefined, Refusal>>,
): Promise<Result<undefined, Refusal | ChangeRefusal>> {
  if (!(await may(ctx, actor, "disputes.export"))) return err("forbidden");
  return ctx.db.transaction().execute(async (tx): Promise<Result<undefined, Refusal | ChangeRefusal>> => {
    const dispute = isUuid(disputeId) ? await lockDispute(tx, disputeId) : undefined;
    if (!dispute) return err("not_found");
    if (isOver(dispute.standing)) return err("over");
    if (dispute.isSubmitted) return err("already_sent");
    const submission = await findSubmission(tx, dispute.id, stageOf(dispute.standing));
    if (submission?.claimedUntil && submission.claimedUntil > ctx.now()) return err("under_way");
    const changed = await act(tx, dispute);
    if (changed.ok) await forgetProgress(tx, dispute.id);
    return changed;
  });
}

type Recorded = {
  readonly actor: Actor;
  readonly action: "dispute.note" | "dispute.add_file" | "dispute.remove_file";
  readonly dispute: LockedDispute;
  readonly after?: Readonly<Record<string, string>>;
};

async function record({ now }: Changing, tx: Tx, { actor, action, dispute, after }: Recorded): Promise<void> {
  await recordChange(tx, {
    ...{ actor, action, subjectType: "order", subjectId: dispute.orderId },
    after: { dispute: dispute.providerId, ...after },
    at: now(),
  });
}
