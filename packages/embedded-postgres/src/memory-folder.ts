/** For data of tests that no run needs after it: memory instead of a disk. */
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";
/** A container's own is often 64 MB; a run needs some hundred. */
const ROOM_BYTES = 2 * 1024 ** 3;

/** The parent for temporary folders: in memory if there is room, else on disk. Programs may not run there. */
export async function memoryFolder(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => undefined);
  return memory && memory.bavail * memory.bsize > ROOM_BYTES ? MEMORY : tmpdir();
}
