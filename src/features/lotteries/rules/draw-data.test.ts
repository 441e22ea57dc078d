/** Structured data of a draw names the free way to enter. */
import { expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import { drawData } from "./draw-data.ts";
import type { SalePhase } from "./lifecycle.ts";
import type { LotteryView } from "./lottery-view.ts";
import { isFreeToEnter } from "./purchase/free-entry.ts";

const CLOSES = { closesOn: "2026-12-10", drawnFrom: "2026-12-18" };

const dataOf = (phase: SalePhase, cardsUntil: string | undefined, more: Partial<LotteryView> = {}) => {
  const starts = { startDate: "2026-11-10", startTime: "00:00", opensAt: Date.parse("2026-11-10T00:00:00Z") };
  const when = { closesAt: Date.parse("2026-12-10T23:59:00Z"), dates: { ...CLOSES, lastPostOn: cardsUntil }, cardsUntil };
  const draw = {
    id: "x",
    pictures: [],
    furtherPrizes: [],
    pricePerTicket: 2999,
    left: 3,
    phase,
    ...starts,
    ...when,
    ...more,
  } as unknown as LotteryView;
  const site = { origin: "https://concours.example", url: "https://concours.example/lottery/x" };
  return drawData(draw, { name: "Ticket", shop: "Concours", free: "Enter free by post", ...site });
};

it("names the three dates of the page; a draw without postal entries has two", () => {
  const { offers, additionalProperty } = dataOf("on_sale", "2026-12-17");
  expect(offers).toMatchObject({ availabilityEnds: "2026-12-10T23:59:00.000Z", priceValidUntil: "2026-12-10" });
  const dates = (properties: typeof additionalProperty) =>
    Object.fromEntries(properties.map(({ propertyID, value }) => [propertyID, value]));
  expect(dates(additionalProperty)).toEqual({ ...CLOSES, lastPostOn: "2026-12-17" });
  expect(dates(dataOf("on_sale", undefined).additionalProperty)).toEqual(CLOSES);
});

it("names the day on which sales open, or the instant where it is not the whole day", () => {
  expect(dataOf("upcoming", undefined).offers.availabilityStarts).toBe("2026-11-10");
  const evening = { startTime: "18:00", opensAt: Date.parse("2026-11-10T18:00:00Z") };
  expect(dataOf("upcoming", undefined, evening).offers.availabilityStarts).toBe("2026-11-10T18:00:00.000Z");
});

it.each(["closed", "completed", "cancelled"] as const)("a draw that is %s has no ticket left to offer", (phase) => {
  expect(dataOf(phase, undefined).offers.inventoryLevel.value).toBe(0);
  expect(dataOf("on_sale", undefined).offers.inventoryLevel.value).toBe(3);
  expect(dataOf(phase, undefined).additionalProperty.length === 0).toBe(phase === "cancelled");
});

it.each([
  ["on_sale", "2026-12-11", true],
  ["upcoming", "2026-12-11", true],
  ["sold_out", "2026-12-11", true],
  ["closed", "2026-12-11", false],
  ["completed", "2026-12-11", false],
  ["on_sale", undefined, false],
] as const)("an offer of a draw that is %s, with cards until %s, names the free way: %s", (phase, cardsUntil, tells) => {
  expect(isFreeToEnter({ phase, cardsUntil })).toBe(tells);
  const offer = dataOf(phase, cardsUntil).offers;
  expect("description" in offer && offer.description).toBe(tells && "Enter free by post");
});

it("describes the car as a vehicle, with the facts that are given and nothing else", () => {
  expect(dataOf("on_sale", undefined)).not.toHaveProperty("isRelatedTo");
  const car = {
    make: "Valmont",
    year: 2021,
    mileage: 8200,
    fuel: "plug_in_hybrid",
    gearbox: "semi_automatic",
    power: 503,
  } as const;
  expect(dataOf("on_sale", undefined, { title: "Valmont GT-10", car }).isRelatedTo).toEqual({
    "@type": "Vehicle",
    name: "Valmont GT-10",
    manufacturer: { "@type": "Organization", name: "Valmont" },
    vehicleModelDate: "2021",
    mileageFromOdometer: { "@type": "QuantitativeValue", value: 8200, unitCode: "SMI" },
    fuelType: "Plug-in hybrid",
    vehicleTransmission: "semi-automatic",
    vehicleEngine: { "@type": "EngineSpecification", enginePower: { "@type": "QuantitativeValue", value: 503, unitCode: "BHP" } },
  });
});

it("names each prize that is a car, a further one with its pictures", () => {
  const picture = { url: "/media/a", width: 800, height: 500, widths: [800], placeholder: "" };
  const further = { place: 2, value: pence(1), details: "" };
  const furtherPrizes = [
    { ...further, title: "Corvo S", car: { make: "Corvo" }, pictures: [picture] },
    { ...further, place: 3, title: "A watch", car: undefined, pictures: [picture] },
  ];
  expect(dataOf("on_sale", undefined, { furtherPrizes })).toMatchObject({
    isRelatedTo: { "@type": "Vehicle", name: "Corvo S", image: ["https://concours.example/media/a-800.jpg"] },
  });
  const both = dataOf("on_sale", undefined, { title: "Valmont GT-10", car: { make: "Valmont" }, furtherPrizes });
  expect(both).toMatchObject({ isRelatedTo: [{ name: "Valmont GT-10" }, { name: "Corvo S" }] });
});
