import { type SubmitEvent, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { withNext } from "#features/accounts/rules/sign-in/next-path.ts";
import { readQuantity } from "#shared/text/typed-number.ts";
import { toastError } from "#ui/feedback/toast.tsx";
import { useMe } from "#ui/me.ts";
import type { LotteryView } from "../../rules/lottery-view.ts";
import type { Pack } from "../../rules/purchase/pricing.ts";
import { chosenQuantity, FORMER_QUANTITY } from "../../rules/purchase/quantity.ts";

/** Browsers limit how often a page may change its address, and a held key repeats thirty times a second. */
const ADDRESS_DELAY_MS = 250;

/** `most` is what this visitor can buy, `unavailable` says why not more; `code` is a valid promotion code. */
type Given = {
  lottery: LotteryView;
  most: number;
  unavailable: string;
  askedQuantity: number;
  code: string | undefined;
};

export function useChoice({ lottery, most, unavailable, askedQuantity, code }: Given) {
  const navigate = useNavigate();
  const me = useMe();
  const page = `/lottery/${lottery.id}`;
  const [quantity, setQuantity] = useState(() => quantityInAddress(page, lottery.packs) ?? askedQuantity);
  const isTooMany = quantity > most;
  const refuse = () => toastError(unavailable, { id: "quantity" });

  useEffect(() => {
    if (quantity === askedQuantity) return;
    const timer = setTimeout(() => rememberInAddress(page, quantity), ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [page, quantity, askedQuantity]);

  function choose(wanted: number) {
    setQuantity(wanted);
    if (wanted > most && !isTooMany) refuse();
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("quantity");
    // Blurring turns unreadable input into 1, which the visitor sees before buying.
    const isUnreadable = field instanceof HTMLInputElement && readQuantity(field.value) === undefined;
    if (isUnreadable) return field.blur();
    if (isTooMany) {
      refuse();
      if (field instanceof HTMLInputElement) field.focus();
      return;
    }
    rememberInAddress(page, quantity);
    const query = `quantity=${quantity}${code === undefined ? "" : `&code=${encodeURIComponent(code)}`}`;
    // Until the visitor is known, the quiz page decides whether to ask for a sign-in.
    void navigate(me?.visitor !== null ? `/quiz/${lottery.id}?${query}` : withNext("/login", `${page}?${query}`));
  }

  return { quantity, isTooMany, choose, submit };
}

/** Restores the quantity if the panel returns after a sell-out: the loader only knows the first address. */
function quantityInAddress(page: string, packs: readonly Pack[]): number | undefined {
  if (typeof window === "undefined" || window.location.pathname !== page) return undefined;
  const search = new URLSearchParams(window.location.search);
  return search.has("quantity") ? chosenQuantity(search, packs) : undefined;
}

/** Back, reload and shared links restore the quantity. Does not reload the page. */
function rememberInAddress(page: string, quantity: number): void {
  const address = new URL(window.location.href);
  // The visitor may have navigated away while this page is still rendered.
  if (address.pathname !== page) return;
  for (const formField of [FORMER_QUANTITY, "pack"]) address.searchParams.delete(formField);
  address.searchParams.set("quantity", String(quantity));
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address);
}
