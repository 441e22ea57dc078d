/** Hides what a role cannot do. The server refuses it anyway. */
import { createContext, type ReactNode, useContext } from "react";

const Own = createContext<readonly string[]>([]);

/** Provides the viewer's rights, by the names of `accounts/rules/rights.ts`. */
export function RightsOnScreen({ rights, children }: { rights: readonly string[]; children: ReactNode }) {
  return <Own value={rights}>{children}</Own>;
}

/** Whether the viewer has a right. */
export function useMay(right: string): boolean {
  return useContext(Own).includes(right);
}

/** Renders children only with the right. Tests read the right from the markup. */
export function Allowed({ right, children }: { right: string; children: ReactNode }) {
  if (!useMay(right)) return null;
  return (
    <div className="contents" data-right={right}>
      {children}
    </div>
  );
}
