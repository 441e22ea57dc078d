/** Content that needs scripts; without them the text `without` replaces it. */
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
