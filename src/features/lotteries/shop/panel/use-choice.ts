/**
 * The number of tickets that the visitor chooses: state, address of the page, and the way to the question.
 */
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

/**
 * `most`: what this visitor can buy; `unavailable`: the text that says why not more; `code`: a valid
 * promotion code.
 */
type Options = {
  lottery: LotteryView;
  most: number;
  unavailable: string;
  initialQuantity: number;
  code: string | undefined;
};

/**
 * The quantity in the current address, for a panel that returns after a sell-out: the loader knew the first
 * address only.
 */
function quantityInAddress(page: string, packs: readonly Pack[]): number | undefined {
  if (typeof window === "undefined" || window.location.pathname !== page) return undefined;
  const search = new URLSearchParams(window.location.search);
  return search.has("quantity") ? chosenQuantity(search, packs) : undefined;
}

/**
 * Puts the quantity into the address, so that back, reload and shared links restore it. Does not reload the
 * page.
 */
function storeInAddress(page: string, quantity: number): void {
  const address = new URL(window.location.href);
  // The visitor may have navigated away while this page is still rendered.
  if (address.pathname !== page) return;
  for (const formField of [FORMER_QUANTITY, "pack"]) address.searchParams.delete(formField);
  address.searchParams.set("quantity", String(quantity));
  if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address);
}

/** `choose` changes the quantity, and `submit` goes on to the question, or to the sign-in first. */
export function useChoice({ lottery, most, unavailable, initialQuantity, code }: Options) {
  const navigate = useNavigate();
  const me = useMe();
  const page = `/lottery/${lottery.id}`;
  const [quantity, setQuantity] = useState(() => quantityInAddress(page, lottery.packs) ?? initialQuantity);
  const isTooMany = quantity > most;
  const showRefusal = () => toastError(unavailable, { id: "quantity" });

  useEffect(() => {
    if (quantity === initialQuantity) return;
    const timer = setTimeout(() => storeInAddress(page, quantity), ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [page, quantity, initialQuantity]);

  function choose(newQuantity: number) {
    setQuantity(newQuantity);
    if (newQuantity > most && !isTooMany) showRefusal();
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("quantity");
    // Blurring turns unreadable input into 1, which the visitor sees before buying.
    const isUnreadable = field instanceof HTMLInputElement && readQuantity(field.value) === undefined;
    if (isUnreadable) return field.blur();
    if (isTooMany) {
      showRefusal();
      if (field instanceof HTMLInputElement) field.focus();
      return;
    }
    storeInAddress(page, quantity);
    const query = `quantity=${quantity}${code === undefined ? "" : `&code=${encodeURIComponent(code)}`}`;
    // Until the visitor is known, the quiz page decides whether to ask for a sign-in.
    void navigate(me?.visitor !== null ? `/quiz/${lottery.id}?${query}` : withNext("/login", `${page}?${query}`));
  }

  return { quantity, isTooMany, choose, submit };
}
