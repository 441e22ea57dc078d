/** Sends one file as a request's body, and says how much of it has left: `fetch` cannot. */

export type SentFile = { readonly status: number; readonly reply: unknown };

/**
 * POSTs the file; its name is the parameter `name` of the address, which may have others.
 *
 * @param onProgress is told the share that has left, between 0 and 1
 * @param signal ends what is on its way; that counts as no answer
 * @returns status and JSON of the answer (undefined where it is none); status 0 where there was no answer
 */
export function sendFile(
  address: string,
  file: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<SentFile> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${address}${address.includes("?") ? "&" : "?"}name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, reply: request.response ?? undefined });
    request.onerror = request.onabort = () => resolve({ status: 0, reply: undefined });
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}
