/** An email address that may wrap after the @ or before a dot, but not within ".co.uk". */
import { Fragment } from "react";

export function EmailText({ address }: { address: string }) {
  const parts = [...address.matchAll(/\.?(?:[^@.]{1,3}\.[^@.]{1,3}$|[^@.]+@?)/g)];
  return (
    <span translate="no">
      {parts.map(({ 0: part, index }) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
