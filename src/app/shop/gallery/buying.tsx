/** The pieces of the page of one draw, put together as that page does. */
import { useRef, useState } from "react";
import type { Picture } from "#shared/picture.ts";
import { Button } from "#ui/button.tsx";
import { Chip } from "#ui/chip.tsx";
import { Facts } from "#ui/facts.tsx";
import { QuantityStepper } from "#ui/fields/quantity-stepper.tsx";
import { useLocale } from "#ui/i18n/messages.ts";
import { ArrowRight, BadgeCheck, Lock, ShieldCheck } from "#ui/icons.ts";
import { IconList } from "#ui/lists/icon-list.tsx";
import { OddsLine } from "#ui/odds-line.tsx";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { Gallery } from "#ui/pictures/gallery.tsx";
import { PriceBreakdown } from "#ui/price-breakdown.tsx";
import { PurchaseSteps } from "#ui/purchase-steps.tsx";
import { SoldBar } from "#ui/sold-bar.tsx";
import { StickyBar } from "#ui/sticky-bar.tsx";
import { BackLink } from "#ui/text-link.tsx";
import { TicketPacks } from "#ui/ticket-packs.tsx";

const packs = [
  {
    id: "bronze",
    tier: "bronze",
    name: "Bronze",
    quantity: 15,
    quantityLabel: "15 tickets",
    saving: "−10%",
    each: "£26.99 each",
  },
  { id: "gold", tier: "gold", name: "Gold", quantity: 25, quantityLabel: "25 tickets", saving: "−15%", each: "£25.49 each" },
  {
    id: "platinum",
    tier: "platinum",
    name: "Platinum",
    quantity: 50,
    quantityLabel: "50 tickets",
    saving: "−25%",
    each: "£22.49 each",
  },
] as const;
const stock = 2_082;

export function Buying({ pictures }: { pictures: readonly Picture[] }) {
  const french = useLocale() === "fr";
  const [quantity, setQuantity] = useState(25);
  const total = useRef<HTMLDivElement>(null);
  const sum = french ? "637,29 £" : "£637.29";
  const go = french ? "Continuer vers la question" : "Continue to the question";
  return (
    <div>
      <BackLink to="/">{french ? "Retour aux tirages en cours" : "Back to live draws"}</BackLink>
      <div className="detail-columns mt-2">
        <div>
          <Gallery
            label="Valmont GT-10"
            pictures={pictures.map((picture) => ({ picture, alt: "Valmont GT-10" }))}
            badge={<Chip dot="live">{french ? "Tirage en cours" : "Live draw"}</Chip>}
            priority
          />
          <h1 className="type-h1 mt-9">Valmont GT‑10</h1>
          <p className="mt-4 mb-5 max-w-[56ch] text-[1.0625rem] text-muted">
            A front‑engined grand tourer in Bordeaux over black leather. Delivered to your door in the UK, taxed, insured for a
            week and with a full tank.
          </p>
          <Facts
            items={[
              { label: french ? "Valeur du prix" : "Prize value", value: french ? "148 000 £" : "£148,000" },
              { label: "Ticket", value: french ? "29,99 £" : "£29.99" },
              { label: french ? "Date du tirage" : "Draw date", value: french ? "4 déc. 2026" : "4 Dec 2026" },
              { label: french ? "Total des tickets" : "Total tickets", value: french ? "6 000" : "6,000" },
            ]}
          />
        </div>
        <Panel as="aside" label={french ? "Acheter des tickets" : "Buy tickets"} className="lg:sticky lg:top-6">
          <PanelPart className="grid gap-6">
            <div>
              <h2 className="type-panel-title">{french ? "Choisissez vos tickets" : "Choose your tickets"}</h2>
              <SoldBar
                className="mt-[18px]"
                sold={3918}
                total={6000}
                label={french ? "Tickets vendus" : "Tickets sold"}
                start={french ? "3 918 vendus sur 6 000" : "3,918 of 6,000 sold"}
                end={french ? "Clôture dans 12 j 07 h" : "Closes in 12d 07h"}
              />
            </div>
            <TicketPacks
              label={french ? "Packs de tickets" : "Ticket packs"}
              packs={packs}
              selected={packs.find((pack) => pack.quantity === quantity)?.id}
              onSelect={(id) => setQuantity(packs.find((pack) => pack.id === id)?.quantity ?? 1)}
            />
            <QuantityStepper
              label={french ? "Ou la quantité de votre choix" : "Or any quantity"}
              value={quantity}
              onChange={setQuantity}
              max={stock}
              fewerLabel={french ? "Un ticket de moins" : "One ticket fewer"}
              moreLabel={french ? "Un ticket de plus" : "One ticket more"}
              error={
                quantity > stock
                  ? french
                    ? "Cette quantité n’est pas disponible actuellement"
                    : "That many are not available"
                  : undefined
              }
              hint={<OddsLine tickets={quantity} among={{ entries: 6007, free: 7, isFinal: false }} />}
            />
            <div ref={total}>
              <PriceBreakdown
                lines={[
                  { label: french ? "25 tickets × 29,99 £" : "25 tickets × £29.99", amount: french ? "749,75 £" : "£749.75" },
                  {
                    label: french ? "Pack Gold, −15 %" : "Gold pack, 15% off",
                    amount: french ? "−112,46 £" : "−£112.46",
                    saving: true,
                  },
                ]}
                total={{ label: "Total", amount: sum }}
              />
            </div>
            <Button className="max-lg:hidden" full iconAfter={<ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />}>
              {go}
            </Button>
            <PurchaseSteps current="tickets" />
          </PanelPart>
          <PanelPart>
            <IconList
              items={[
                {
                  id: "draw",
                  icon: <ShieldCheck size={20} strokeWidth={1.6} aria-hidden="true" />,
                  text: "Winner picked by an independent random-draw service, with public proof.",
                },
                {
                  id: "card",
                  icon: <Lock size={20} strokeWidth={1.6} aria-hidden="true" />,
                  text: "Card details stay with our payment provider.",
                },
                {
                  id: "age",
                  icon: <BadgeCheck size={20} strokeWidth={1.6} aria-hidden="true" />,
                  text: "18 and over. One question before payment.",
                },
              ]}
            />
          </PanelPart>
        </Panel>
      </div>
      <StickyBar title={`${quantity} tickets`} amount={sum} hideWhile={total}>
        <Button full iconAfter={<ArrowRight size={18} strokeWidth={1.6} aria-hidden="true" />}>
          {french ? "Continuer" : "Continue"}
        </Button>
      </StickyBar>
    </div>
  );
}
