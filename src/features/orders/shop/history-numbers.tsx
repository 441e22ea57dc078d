/** A player's numbers of a draw: the first at once, the others in portions, so that thousands stay quick. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#ui/i18n/messages.ts";
import { TextButton } from "#ui/text-link.tsx";
import { NumberStubs } from "#ui/ticket-stub.tsx";

/** Shown before anybody asks, on wide and on narrow screens, and how many more are shown each time. */
const FIRST = 16;
const FIRST_NARROW = 9;
const PORTION = 400;

/** `prefix` is "CONC-0042-": with it a number is whole. */
export function HistoryNumbers({ title, prefix, numbers }: { title: string; prefix: string; numbers: readonly number[] }) {
  const { t } = useTranslation("profile");
  const { number } = useFormat();
  const [asked, setAsked] = useState(0);
  const isFirst = asked === 0;
  const shown = isFirst ? FIRST : asked * PORTION;
  const rest = numbers.length - shown;
  const more = (hidden: number) => t("tickets.more", { count: Math.min(hidden, 2), n: number(hidden) });
  return (
    <div className={isFirst ? "max-[640px]:[&_li:nth-child(n+10)]:hidden" : undefined}>
      <p className="type-tiny mb-2">{t("tickets.numberOf", { prefix })}</p>
      <NumberStubs
        label={t("tickets.numbers", { title })}
        numbers={numbers.slice(0, shown).map((each) => String(each).padStart(6, "0"))}
      />
      {rest > 0 && (
        <TextButton className={`mt-2 ${isFirst ? "max-[640px]:hidden" : ""}`} onClick={() => setAsked(asked + 1)}>
          {more(rest)}
        </TextButton>
      )}
      {isFirst && numbers.length > FIRST_NARROW && (
        <TextButton className="mt-2 min-[641px]:hidden" onClick={() => setAsked(1)}>
          {more(numbers.length - FIRST_NARROW)}
        </TextButton>
      )}
    </div>
  );
}
