/** Sends files one after the other, and says how much of them has arrived. */
import { useEffect, useRef, useState } from "react";
import type { Picture } from "#shared/picture.ts";
import { untilSignedIn } from "#ui/admin-session.ts";
import { sendFile } from "#ui/fields/send-file.ts";
import type { UploadRefusal, UploadReply } from "./upload-route.ts";

const ADDRESS = "/admin/lotteries/images";
/** Of the bar: the rest is for what the shop does with a file that has arrived. */
const SENDING = 0.9;

type Heard = {
  readonly onPicture: (picture: Picture) => void;
  readonly onRefused: (refusal: UploadRefusal, file: File) => void;
  /** Nothing answered, or something that is not the shop. */
  readonly onCutOff: (file: File) => void;
};

/** `progress` is between 0 and 1, and undefined while nothing is on its way; `kept` are the files that were cut off. Leaving the form ends what is on its way. */
export function useUploads({ onPicture, onRefused, onCutOff }: Heard) {
  const [progress, setProgress] = useState<number>();
  const [kept, setKept] = useState<readonly File[]>([]);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  async function upload(files: readonly File[]): Promise<void> {
    const total = files.reduce((sum, file) => sum + file.size, 0);
    let sent = 0;
    setProgress(0);
    setKept([]);
    const leaving = new AbortController();
    current.current = leaving;
    for (const file of files) {
      await untilSignedIn(leaving.signal);
      const onProgress = (share: number) => setProgress((sent + share * file.size * SENDING) / total);
      const { reply } = await sendFile(ADDRESS, file, onProgress, leaving.signal);
      if (leaving.signal.aborted) return;
      sent += file.size;
      setProgress(sent / total);
      if (!isReply(reply)) {
        setKept((files) => [...files, file]);
        onCutOff(file);
      } else if ("picture" in reply) onPicture(reply.picture);
      else onRefused(reply.error, file);
    }
    setProgress(undefined);
  }
  return { progress, upload, kept };
}

function isReply(value: unknown): value is UploadReply {
  return typeof value === "object" && value !== null && ("picture" in value || "error" in value);
}
