/** A QR code as the path of a drawing: made by the server, so that no page carries the means to make one. */
import { encode } from "uqr";
import type { QrCode } from "../rules/second-factor.ts";

/** Source: ISO/IEC 18004 wants four modules of quiet zone. */
const QUIET_ZONE = 4;

export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const rows = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: rows.join("") };
}
