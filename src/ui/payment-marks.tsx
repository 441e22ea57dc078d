/** The ways to pay, in one colour. */
const marks = [
  {
    name: "Visa",
    viewBox: "0 8 24 8",
    width: 34,
    path: "M9.112 8.262L5.97 15.758H3.92L2.374 9.775c-.094-.368-.175-.503-.461-.658C1.447 8.864.677 8.627 0 8.479l.046-.217h3.3a.904.904 0 01.894.764l.817 4.338 2.018-5.102zm8.033 5.049c.008-1.979-2.736-2.088-2.717-2.972.006-.269.262-.555.822-.628a3.66 3.66 0 011.913.336l.34-1.59a5.207 5.207 0 00-1.814-.333c-1.917 0-3.266 1.02-3.278 2.479-.012 1.079.963 1.68 1.698 2.04.756.367 1.01.603 1.006.931-.005.504-.602.725-1.16.734-.975.015-1.54-.263-1.992-.473l-.351 1.642c.453.208 1.289.39 2.156.398 2.037 0 3.37-1.006 3.377-2.564m5.061 2.447H24l-1.565-7.496h-1.656a.883.883 0 00-.826.55l-2.909 6.946h2.036l.405-1.12h2.488zm-2.163-2.656l1.02-2.815.588 2.815zm-8.16-4.84l-1.603 7.496H8.34l1.605-7.496z",
  },
  {
    name: "Apple Pay",
    viewBox: "0 0 24 24",
    width: 15,
    path: "M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701",
  },
] as const;

export function PaymentMarks({ label }: { label: string }) {
  const [visa, apple] = marks;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      <li className="pay-mark">
        <Glyph {...visa} />
        <span className="sr-only">{visa.name}</span>
      </li>
      <li className="pay-mark gap-1.5 text-[0.8125rem]">
        <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true">
          <circle cx="7" cy="7" r="6.5" fill="currentColor" opacity=".55" />
          <circle cx="15" cy="7" r="6.5" fill="currentColor" opacity=".85" />
        </svg>
        Mastercard
      </li>
      <li className="pay-mark gap-1 text-[0.875rem] font-[540]">
        <Glyph {...apple} />
        <span className="sr-only">{apple.name}</span>
        <span aria-hidden="true">Pay</span>
      </li>
    </ul>
  );
}

function Glyph({ viewBox, width, path }: (typeof marks)[number]) {
  return (
    <svg viewBox={viewBox} width={width} fill="currentColor" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
