/** The payment methods' marks, in one colour. */
import marks from "./payment-marks.svg?no-inline";

export function PaymentMarks({ label }: { label: string }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      <li className="pay-mark">
        <Glyph id="visa" width={34} height={34 / 3} />
        <span className="sr-only">Visa</span>
      </li>
      <li className="pay-mark gap-1.5 text-[0.8125rem]">
        <Glyph id="mastercard" width={22} height={14} />
        Mastercard
      </li>
      <li className="pay-mark gap-1 text-[0.875rem] font-[540]">
        <Glyph id="apple" width={15} height={15} />
        <span className="sr-only">Apple Pay</span>
        <span aria-hidden="true">Pay</span>
      </li>
    </ul>
  );
}

function Glyph({ id, width, height }: { id: string; width: number; height: number }) {
  return (
    <svg width={width} height={height} fill="currentColor" aria-hidden="true">
      <use href={`${marks}#${id}`} />
    </svg>
  );
}
