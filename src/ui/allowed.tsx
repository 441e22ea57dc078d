/** What a role cannot do is not on its screens. The use-cases refuse it all the same. */
import { createContext, type ReactNode, useContext } from "react";

const Own = createContext<readonly string[]>([]);

/** The frame of the back office says what whoever looks may do, by the names of `accounts/rules/rights.ts`. */
export function RightsOnScreen({ rights, children }: { rights: readonly string[]; children: ReactNode }) {
  return <Own value={rights}>{children}</Own>;
}

export function useMay(right: string): boolean {
  return useContext(Own).includes(right);
}

/** What only they see who have the right: a button, a form, a link to a file. It names the right on the page, where a test reads it. */
export function Allowed({ right, children }: { right: string; children: ReactNode }) {
  if (!useMay(right)) return null;
  return (
    <div className="contents" data-right={right}>
      {children}
    </div>
  );
}
