/** A draw as structured data: a product with an offer. Source: https://schema.org/Product. */
import { START_OF_DAY } from "#shared/dates/draw-hours.ts";
import { toPounds } from "#shared/money/money.ts";
import { overState, type SalePhase } from "./lifecycle.ts";
import type { LotteryView } from "./lottery-view.ts";
import type { ShownCar } from "./prize/car.ts";
import { isFreeToEnter } from "./purchase/free-entry.ts";

const AVAILABILITY: Record<SalePhase, string> = {
  draft: "Discontinued",
  upcoming: "PreOrder",
  on_sale: "InStock",
  sold_out: "SoldOut",
  closed: "Discontinued",
  completed: "Discontinued",
  cancelled: "Discontinued",
};

const FUELS: Partial<Record<NonNullable<ShownCar["fuel"]>, string>> = {
  petrol: "Petrol",
  diesel: "Diesel",
  hybrid: "Hybrid",
  plug_in_hybrid: "Plug-in hybrid",
  electric: "Electricity",
};

/** The prize. Source: https://schema.org/Vehicle; units are codes of UN/CEFACT. */
function vehicleData(name: string, car: ShownCar, images: readonly string[] = []) {
  const { make, model, variant, year, mileage, fuel, gearbox, power, colour, owners } = car;
  const quantity = (value: number, unitCode: string) => ({ "@type": "QuantitativeValue", value, unitCode });
  return {
    "@type": "Vehicle",
    name,
    ...(images.length > 0 && { image: images }),
    ...(make !== undefined && { manufacturer: { "@type": "Organization", name: make } }),
    ...(model !== undefined && { model }),
    ...(variant !== undefined && { vehicleConfiguration: variant }),
    ...(year !== undefined && { vehicleModelDate: String(year) }),
    ...(mileage !== undefined && { mileageFromOdometer: quantity(mileage, "SMI") }),
    ...(fuel !== undefined && FUELS[fuel] && { fuelType: FUELS[fuel] }),
    ...(gearbox !== undefined && { vehicleTransmission: gearbox.replace("_", "-") }),
    ...(power !== undefined && {
      vehicleEngine: { "@type": "EngineSpecification", enginePower: quantity(power, "BHP") },
    }),
    ...(colour !== undefined && { color: colour }),
    ...(owners !== undefined && { numberOfPreviousOwners: owners }),
  };
}

/**
 * The data of a draw's page. The offer is named a ticket, so that its price is not taken for the car's.
 * @param texts in the page's language; `free`: how to enter without paying
 */
export function drawData(
  draw: LotteryView,
  texts: { readonly name: string; readonly shop: string; readonly free: string; readonly origin: string; readonly url: string },
) {
  const { name, shop, free, origin, url } = texts;
  const isOver = overState(draw.phase) !== undefined;
  const { closesOn, lastPostOn, drawnFrom } = draw.dates;
  const addresses = (pictures: LotteryView["pictures"]) => pictures.map(({ url, width }) => `${origin}${url}-${width}.jpg`);
  const images = addresses(draw.pictures);
  const vehicles = [
    ...(draw.car ? [vehicleData(draw.title, draw.car)] : []),
    ...draw.furtherPrizes.flatMap(({ title, car, pictures }) => (car ? [vehicleData(title, car, addresses(pictures))] : [])),
  ];
  return {
    "@type": "Product",
    name,
    description: draw.description,
    url,
    sku: draw.id,
    ...(images.length > 0 && { image: images }),
    brand: { "@type": "Brand", name: shop },
    ...(vehicles.length > 0 && { isRelatedTo: vehicles.length === 1 ? vehicles[0] : vehicles }),
    // The three dates of the page.
    additionalProperty: Object.entries({ closesOn, lastPostOn, drawnFrom }).flatMap(([propertyID, value]) =>
      value === undefined || draw.phase === "cancelled" ? [] : [{ "@type": "PropertyValue", propertyID, value }],
    ),
    offers: {
      "@type": "Offer",
      url,
      ...(isFreeToEnter(draw) && { description: free }),
      price: toPounds(draw.pricePerTicket).toFixed(2),
      priceCurrency: "GBP",
      availability: `https://schema.org/${AVAILABILITY[draw.phase]}`,
      availabilityStarts: draw.startTime === START_OF_DAY ? draw.startDate : new Date(draw.opensAt).toISOString(),
      availabilityEnds: new Date(draw.closesAt).toISOString(),
      priceValidUntil: closesOn,
      inventoryLevel: { "@type": "QuantitativeValue", value: isOver ? 0 : draw.left },
    },
  };
}
