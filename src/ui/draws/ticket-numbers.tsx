/** A list of ticket numbers, of which the reader reveals more in portions, since there may be thousands. */
import { type ReactNode, useState } from "react";
import { TextButton } from "../text/text-link.tsx";
import { NumberStubs } from "./ticket-stub.tsx";

/** The numbers shown at first on wide and narrow screens, and the size of further portions. */
const FIRST = 16;
const FIRST_NARROW = 9;
const PORTION = 400;

type Props = {
  label: string;
  intro?: ReactNode;
  numbers: readonly string[];
  more: (hidden: number) => string;
};

export function TicketNumbers({ label, intro, numbers, more }: Props) {
  const [portions, setPortions] = useState(0);
  const isFirst = portions === 0;
  const shown = isFirst ? FIRST : portions * PORTION;
  const rest = numbers.length - shown;
  return (
    <div className={isFirst ? "max-[640px]:[&_li:nth-child(n+10)]:hidden" : undefined}>
      {intro && <p className="type-tiny mb-2">{intro}</p>}
      <NumberStubs label={label} numbers={numbers.slice(0, shown)} />
      {rest > 0 && (
        <TextButton className={`mt-2 ${isFirst ? "max-[640px]:hidden" : ""}`} onClick={() => setPortions(portions + 1)}>
          {more(rest)}
        </TextButton>
      )}
      {isFirst && numbers.length > FIRST_NARROW && (
        <TextButton className="mt-2 min-[641px]:hidden" onClick={() => setPortions(1)}>
          {more(numbers.length - FIRST_NARROW)}
        </TextButton>
      )}
    </div>
  );
}
