/** The pieces of the page that shows what was bought: countdown, stubs, order, what happens next. */
import { useTranslation } from "react-i18next";
import type { Picture } from "#shared/picture.ts";
import { Button } from "#ui/button.tsx";
import { TicketStubSkeleton } from "#ui/feedback/skeleton.tsx";
import { useLocale } from "#ui/i18n/messages.ts";
import { Copy } from "#ui/icons.ts";
import { DefinitionList } from "#ui/lists/definition-list.tsx";
import { Timeline } from "#ui/lists/timeline.tsx";
import { Panel, PanelPart } from "#ui/panel.tsx";
import { PurchaseSteps } from "#ui/purchase-steps.tsx";
import { TextButton } from "#ui/text-link.tsx";
import { NumberStubs, TicketList, TicketStub } from "#ui/ticket-stub.tsx";
import { Countdown } from "#ui/time/countdown.tsx";

const numbers = ["003894", "003895", "003896", "003897", "003898", "003899"];
const day = 86_400_000;

export function Numbers({ picture, now }: { picture: Picture | undefined; now: number }) {
  const french = useLocale() === "fr";
  const { t } = useTranslation("common");
  return (
    <section className="grid grid-cols-1 gap-10">
      <div>
        <PurchaseSteps current="done" className="max-w-[26.25rem]" />
        <p className="type-greeting mt-7">{french ? "Bonne chance, Amelia." : "Good luck, Amelia."}</p>
        <p className="type-lead mt-5">{french ? "Vos 25 tickets participent au tirage." : "Your 25 tickets are in the draw."}</p>
      </div>
      <div className="grid gap-6">
        <Countdown endsAt={now + 12.32 * day} now={now} label="Countdown" />
        <Countdown endsAt={now + 65_000} now={now} label="Countdown" size="sm" ended="Draw closed" />
      </div>
      <div className="success-columns">
        <div>
          <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6">
            <h2 className="type-h2 text-[1.75rem]">{french ? "Vos 25 tickets" : "Your 25 tickets"}</h2>
            <TextButton icon={<Copy size={18} strokeWidth={1.6} aria-hidden="true" />}>
              {french ? "Copier tous les numéros" : "Copy all numbers"}
            </TextButton>
          </div>
          <TicketList label={t("steps.numbers")}>
            {numbers.map((number, index) => (
              <TicketStub
                key={number}
                prefix="CONC-0042-"
                number={number}
                title="Valmont GT‑10"
                {...(index > 3 && { date: "22 Nov 2026" })}
                status={
                  index === 5
                    ? { label: french ? "Terminé" : "Completed", tone: "completed" }
                    : { label: french ? "Actif" : "Active", tone: "active" }
                }
                picture={index === 4 ? undefined : picture}
                printOrder={index}
              />
            ))}
            <TicketStubSkeleton />
            <TicketStubSkeleton />
          </TicketList>
          <Button variant="outline" size="sm" full className="mt-5">
            {french ? "Afficher les 17 autres tickets" : "Show the other 17 tickets"}
          </Button>
          <div className="mt-8">
            <NumberStubs label="Valmont GT-10" numbers={numbers} />
          </div>
        </div>
        <Panel as="aside">
          <PanelPart>
            <h2 className="type-h3 mb-[18px]">{french ? "Votre commande" : "Your order"}</h2>
            <DefinitionList
              rows={[
                { id: "sub", term: "25 tickets × £29.99", value: "£749.75" },
                { id: "pack", term: "Gold pack, 15% off", value: "−£112.46", saving: true },
                { id: "paid", term: "Paid by Visa ending 4242", value: "£637.29", strong: true },
              ]}
            />
            <p className="type-small mt-3.5">22 November 2026, 16:18. A receipt is on its way to amelia.reed@example.com.</p>
            <hr className="cut my-6" />
            <h2 className="type-h3 mb-[18px]">{french ? "La suite" : "What happens next"}</h2>
            <Timeline
              items={[
                { id: "1", title: "Today", text: "Your odds are 25 in 6,000, or 1 in 240.", done: true },
                { id: "2", title: "4 December at 23:59 (London time)", text: "Sales close." },
                {
                  id: "3",
                  title: "The list is fixed",
                  text: "All ticket numbers are sealed in public. From now on nobody can add or drop one.",
                },
                {
                  id: "4",
                  title: "Ten minutes later",
                  text: "A public random number picks the winner. We email every player and publish the proof.",
                },
              ]}
            />
          </PanelPart>
        </Panel>
      </div>
    </section>
  );
}
