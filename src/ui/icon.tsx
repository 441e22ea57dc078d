/** An icon's component. */
import type { ReactNode, SVGProps } from "react";

type Props = SVGProps<SVGSVGElement> & { readonly size?: number };

export type Icon = (props: Props) => ReactNode;

/**
 * Makes an icon's component.
 * @param shapes Lucide's shapes on 24 by 24
 */
export function icon(name: string, shapes: ReactNode): Icon {
  return ({ size = 24, className = "", ...props }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
      className={`lucide lucide-${name} ${className}`}
    >
      {shapes}
    </svg>
  );
}
