/**
 * Pictures: checks uploads, stores several sizes under names derived from the content, and serves them.
 * Beside its files each picture has a "card", a JSON file with its sizes, which marks it as complete.
 */

import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import pLimit from "p-limit";
import type { Picture } from "#shared/brand/picture.ts";
import { err, ok, type Result } from "#shared/result.ts";
import { CARD, type FileStore } from "./file-store.server.ts";
import {
  type EncodedPicture,
  encodeJpeg,
  encodePicture,
  type Format,
  type PictureRefusal,
  ENCODING_VERSION,
} from "./media-encode.server.ts";
import { folderStore } from "./media-folder.server.ts";

/** A file to serve. */
export type MediaFile = { readonly body: Buffer; readonly type: string; readonly size: number; readonly etag: string };
export type StoredPicture = { readonly url: string; readonly storedAt: Date };

export type Media = {
  /**
   * Checks, encodes and stores a picture of at most `maxBytes` (20 MB). The same bytes give the same picture.
   * @param options.isOfPerson marks the name, so that equal pictures of others stay when this is removed
   */
  store(bytes: Uint8Array, options?: { maxBytes?: number; isOfPerson?: boolean }): Promise<Result<Picture, PictureRefusal>>;
  /** A picture as one JPEG for a document, which is not stored here. */
  toJpeg(bytes: Uint8Array): Promise<Result<Buffer, PictureRefusal>>;
  /** The picture at this address; undefined if it is missing or incomplete. */
  find(url: string): Promise<Picture | undefined>;
  /** The file with this name; undefined if it is missing or no picture's. */
  open(fileName: string): Promise<MediaFile | undefined>;
  /** SHA-256 in hex by the file name's end ("1200.avif"); undefined for an incomplete picture. */
  hashes(url: string): Promise<Readonly<Record<string, string>> | undefined>;
  /** Removes every file of a picture. The caller makes sure that no other row refers to it. */
  remove(url: string): Promise<void>;
  /** All complete pictures. */
  list(): Promise<StoredPicture[]>;
  /** Removes incomplete pictures' files that were written before `before`. */
  tidy(before: Date): Promise<void>;
  /** Writes, reads and removes a small file. Throws if that fails. */
  tryOut(): Promise<void>;
  /** Copies the encoded pictures of another media folder. @returns how many were new */
  adopt(folder: string): Promise<number>;
};

const MAX_BYTES = 20 * 1024 * 1024;
const TYPES: Record<Format, string> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };
const FORMATS = Object.keys(TYPES) as Format[];
const FILE_NAME = /^([0-9a-f]{32}p?)-([0-9]{1,4})\.(avif|webp|jpg)$/;
const PICTURE_URL = /^\/media\/([0-9a-f]{32}p?)$/;
const PERSON_FILE = /^[0-9a-f]{32}p-/;

export function createMedia(files: FileStore, { atOnce = 1 }: { atOnce?: number } = {}): Media {
  const limited = pLimit(atOnce);

  return {
    async store(bytes, { maxBytes = MAX_BYTES, isOfPerson = false } = {}) {
      if (bytes.byteLength > maxBytes) return err("too_large");
      const id = pictureId(bytes, isOfPerson);
      const known = await findPicture(files, id);
      // Renews the age of the picture, so that the sweep of unused ones spares it.
      if (known) return ok(await writeCard(files, id, known));
      return limited(async () => {
        // The same bytes may have been stored while this waited.
        const stored = await findPicture(files, id);
        if (stored) return ok(stored);
        const encoded = await encodePicture(bytes);
        return encoded.ok ? ok(await storeFiles(files, id, encoded.value)) : encoded;
      });
    },

    toJpeg: (bytes) => limited(() => encodeJpeg(bytes)),

    async find(url) {
      const id = PICTURE_URL.exec(url)?.[1];
      return id === undefined ? undefined : findPicture(files, id);
    },

    async open(fileName) {
      const format = FILE_NAME.exec(fileName)?.[3];
      if (!isFormat(format)) return undefined;
      const body = await files.read(fileName);
      return body && { body, type: TYPES[format], size: body.byteLength, etag: fileName };
    },

    async hashes(url) {
      const picture = await this.find(url);
      const hashed = await Promise.all(
        fileNames(picture).map(async (name) => {
          const body = await files.read(name);
          return body && ([name.slice(name.indexOf("-") + 1), createHash("sha256").update(body).digest("hex")] as const);
        }),
      );
      const complete = hashed.filter((each) => each !== undefined);
      return picture && complete.length === hashed.length ? Object.fromEntries(complete) : undefined;
    },

    async tryOut() {
      const name = `try-${randomUUID()}.txt`;
      await files.write(name, Buffer.from(name));
      const read = await files.read(name);
      await files.remove(name);
      if (read?.toString() !== name) throw new Error("What was written is not what was read");
    },

    async remove(url) {
      const id = PICTURE_URL.exec(url)?.[1];
      if (!id) return;
      const picture = await readCard(files, id);
      await files.remove(`${id}${CARD}`);
      await Promise.all(fileNames(picture).map((name) => files.remove(name)));
    },

    async list() {
      const all = await files.list("");
      const existing = new Set(all.map(({ name }) => name));
      const pictures = await Promise.all(
        all.map(async ({ name, writtenAt }) => {
          if (!name.endsWith(CARD)) return undefined;
          const picture = await readCard(files, name.slice(0, -CARD.length));
          const isComplete = picture !== undefined && fileNames(picture).every((each) => existing.has(each));
          return isComplete ? { url: picture.url, storedAt: writtenAt } : undefined;
        }),
      );
      return pictures.filter((picture) => picture !== undefined);
    },

    async tidy(before) {
      const all = await files.list("");
      const complete = new Set(all.filter(({ name }) => name.endsWith(CARD)).map(({ name }) => name.slice(0, -CARD.length)));
      const remaining = all.filter(
        ({ name, writtenAt }) => writtenAt < before && !complete.has(FILE_NAME.exec(name)?.[1] ?? name),
      );
      await Promise.all(remaining.filter(({ name }) => FILE_NAME.test(name)).map(({ name }) => files.remove(name)));
    },

    async adopt(from) {
      const source = folderStore(from);
      let adopted = 0;
      for (const { name } of await source.list(CARD)) {
        const id = name.slice(0, -CARD.length);
        const picture = await findPicture(source, id);
        if (!picture || (await findPicture(files, id))) continue;
        await Promise.all(fileNames(picture).map((each) => files.take(each, join(from, each))));
        await writeCard(files, id, picture);
        adopted++;
      }
      return adopted;
    },
  };
}

async function storeFiles(files: FileStore, id: string, encoded: EncodedPicture): Promise<Picture> {
  const { width, height, widths, placeholder } = encoded;
  const picture = { url: `/media/${id}`, width, height, widths, placeholder };
  await Promise.all(encoded.files.map((file) => files.write(`${id}-${file.width}.${file.format}`, file.bytes)));
  return writeCard(files, id, picture);
}

async function writeCard(files: FileStore, id: string, picture: Picture): Promise<Picture> {
  await files.write(`${id}${CARD}`, Buffer.from(JSON.stringify(picture)));
  return picture;
}

async function findPicture(files: FileStore, id: string): Promise<Picture | undefined> {
  const picture = await readCard(files, id);
  if (!picture) return undefined;
  const existing = await Promise.all(fileNames(picture).map((name) => files.has(name)));
  return existing.every(Boolean) ? picture : undefined;
}

async function readCard(files: FileStore, id: string): Promise<Picture | undefined> {
  const card = await files.read(`${id}${CARD}`);
  return card && parseCard(id, card);
}

/** Reads a card. This module writes them, so a malformed one is a bug or disk damage, and throws. */
function parseCard(id: string, card: Buffer): Picture {
  const picture: Picture = JSON.parse(card.toString("utf8"));
  if (picture.url !== `/media/${id}` || !Array.isArray(picture.widths)) throw new Error(`The card of picture ${id} is malformed`);
  return picture;
}

function fileNames(picture: Picture | undefined): string[] {
  if (!picture) return [];
  const id = picture.url.slice("/media/".length);
  return picture.widths.flatMap((width) => FORMATS.map((format) => `${id}-${width}.${format}`));
}

/** A hash of the upload; "p" marks photos of people. */
function pictureId(bytes: Uint8Array, isOfPerson: boolean): string {
  const hash = createHash("sha256").update(`picture ${ENCODING_VERSION}\0`).update(bytes).digest("hex").slice(0, 32);
  return isOfPerson ? `${hash}p` : hash;
}

/** Whether a file belongs to a photo of a person. */
export function isFileOfPerson(fileName: string): boolean {
  return PERSON_FILE.test(fileName);
}

/** The MIME type of a file. */
export function contentType(fileName: string): string {
  const format = FILE_NAME.exec(fileName)?.[3];
  return isFormat(format) ? TYPES[format] : "application/json";
}

function isFormat(value: string | undefined): value is Format {
  return value !== undefined && value in TYPES;
}
