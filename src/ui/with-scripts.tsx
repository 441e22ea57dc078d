/** What cannot be done without scripts: whoever has none reads that, and finds no button that does nothing. */
import type { ReactNode } from "react";

export function WithScripts({ without, children }: { without: string; children: ReactNode }) {
  return (
    <>
      <noscript>
        <p className="admin-note">{without}</p>
      </noscript>
      <div className="with-scripts">{children}</div>
    </>
  );
}
