/** Uploads a file with progress, which `fetch` lacks. */

/** The reply to an upload. */
export type SentFile = { readonly status: number; readonly reply: unknown };

/**
 * POSTs the file as the body, with its name as the parameter `name`.
 * @param onProgress receives the share sent, between 0 and 1
 * @returns status and JSON of the reply (undefined if it is none); status 0 without a reply, also if
 * aborted
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
