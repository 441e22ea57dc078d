/** The tickets of an order: a few as pictures, the rest on request. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import { NumberStubs, TicketList, TicketStub } from "#ui/draws/ticket-stub.tsx";
import { toastSuccess } from "#ui/feedback/toast.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import { ChevronDown, Copy } from "#ui/icons.ts";
import { CopyByHand } from "#ui/text/copy-button.tsx";
import { copyText } from "#ui/text/copy-text.ts";
import { TextButton } from "#ui/text/text-link.tsx";
import type { BoughtView } from "../../rules/checkout/purchase-view.ts";

/** Tickets shown at first, on wide and narrow screens. */
const FIRST = 8;
const FIRST_NARROW = 4;
/** Further tickets are shown as plain numbers, because thousands of pictures would overload a phone. */
const MOST_STUBS = 200;

/** The button that shows all tickets. Its number depends on the width of the screen. */
function ShowOthers({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation("success");
  const { number } = useFormat();
  const label = (others: number) => t("tickets.more", { count: others, n: number(others) });
  return (
    <Button
      variant="outline"
      size="sm"
      full
      className={`mt-5 ${count > FIRST ? "" : "min-[521px]:hidden"}`}
      onClick={onShow}
      iconAfter={<ChevronDown size={18} strokeWidth={1.6} aria-hidden="true" />}
    >
      <span className="max-[520px]:hidden">{label(count - FIRST)}</span>
      <span className="min-[521px]:hidden">{label(count - FIRST_NARROW)}</span>
    </Button>
  );
}

/** Copies all numbers, one a line. If the browser refuses, the visitor copies them by hand. */
function CopyAll({ numbers }: { numbers: readonly string[] }) {
  const { t } = useTranslation("success");
  const [isRefused, setRefused] = useState(false);
  const text = numbers.join("\n");
  const copy = async () => {
    const isCopied = await copyText(text);
    setRefused(!isCopied);
    if (isCopied) toastSuccess(t("tickets.copiedAll"), { id: "copied" });
  };
  return (
    <>
      <TextButton icon={<Copy size={18} strokeWidth={1.6} aria-hidden="true" />} onClick={() => void copy()}>
        {t("tickets.copyAll")}
      </TextButton>
      {isRefused && <CopyByHand text={text} />}
    </>
  );
}

/** With six digits. */
function sixDigits(number: number | undefined): string {
  return String(number ?? 0).padStart(6, "0");
}

/** With the range of numbers, and how many are disputed. */
export function BoughtTickets({ bought }: { bought: BoughtView }) {
  const { t } = useTranslation("success");
  const { number } = useFormat();
  const [showsAll, setShowsAll] = useState(false);
  const { numbers, suspended, prefix, draw } = bought;
  const count = numbers.length;
  const stubs = numbers.slice(0, showsAll ? MOST_STUBS : FIRST);
  const rest = showsAll ? numbers.slice(MOST_STUBS) : [];
  const status = { label: t(`tickets.${draw.status}`), tone: draw.status };
  return (
    <section aria-labelledby="tickets">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="tickets" className="type-h2 text-[1.75rem]">
            {t("tickets.title", { count, n: number(count) })}
          </h2>
          <p className="type-small mt-2">
            {t(count === 1 ? "tickets.number" : "tickets.range", {
              first: sixDigits(numbers[0]),
              last: sixDigits(numbers.at(-1)),
            })}
          </p>
          {suspended.length > 0 && (
            <p className="type-small mt-2 text-danger-text">
              {t("disputed.tickets", { count: suspended.length, n: number(suspended.length) })}
            </p>
          )}
        </div>
        {count > 1 && <CopyAll numbers={numbers.map((each) => prefix + sixDigits(each))} />}
      </div>
      <div className={showsAll ? undefined : "max-[520px]:[&_li:nth-child(n+5)]:hidden"}>
        <TicketList label={t("tickets.title", { count, n: number(count) })}>
          {stubs.map((each, index) => (
            <TicketStub
              key={each}
              prefix={prefix}
              number={sixDigits(each)}
              title={draw.title}
              status={status}
              picture={draw.picture}
              {...(index < FIRST && { printOrder: index })}
            />
          ))}
        </TicketList>
      </div>
      {rest.length > 0 && (
        <div className="mt-3">
          <NumberStubs label={t("tickets.title", { count, n: number(count) })} numbers={rest.map(sixDigits)} />
        </div>
      )}
      {!showsAll && count > FIRST_NARROW && <ShowOthers count={count} onShow={() => setShowsAll(true)} />}
    </section>
  );
}
