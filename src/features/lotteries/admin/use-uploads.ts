/** Sends files one after the other, and says how much of them has arrived. */
import { useEffect, useRef, useState } from "react";
import type { Picture } from "#shared/picture.ts";
import type { UploadRefusal, UploadReply } from "./upload-route.ts";

const ADDRESS = "/admin/lotteries/images";
/** Of the bar: the rest is for what the shop does with a file that has arrived. */
const SENDING = 0.9;

type Heard = { readonly onPicture: (picture: Picture) => void; readonly onRefused: (refusal: UploadRefusal, file: File) => void };

/** `progress` is between 0 and 1, and undefined while nothing is on its way. Leaving the form ends what is on its way. */
export function useUploads({ onPicture, onRefused }: Heard) {
  const [progress, setProgress] = useState<number>();
  const current = useRef<XMLHttpRequest>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  async function upload(files: readonly File[]): Promise<void> {
    const total = files.reduce((sum, file) => sum + file.size, 0);
    let sent = 0;
    setProgress(0);
    for (const file of files) {
      const request = new XMLHttpRequest();
      current.current = request;
      const reply = await send(request, file, (loaded) => setProgress((sent + loaded * SENDING) / total));
      if (reply === "aborted") return;
      sent += file.size;
      setProgress(sent / total);
      if ("picture" in reply) onPicture(reply.picture);
      else onRefused(reply.error, file);
    }
    setProgress(undefined);
  }
  return { progress, upload };
}

/** `fetch` cannot say how much of a body has left. */
function send(request: XMLHttpRequest, file: File, onProgress: (loaded: number) => void): Promise<UploadReply | "aborted"> {
  return new Promise((resolve) => {
    request.open("POST", `${ADDRESS}?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve(isReply(request.response) ? request.response : { error: "failed" });
    request.onerror = () => resolve({ error: "failed" });
    request.onabort = () => resolve("aborted");
    request.send(file);
  });
}

function isReply(value: unknown): value is UploadReply {
  return typeof value === "object" && value !== null && ("picture" in value || "error" in value);
}
