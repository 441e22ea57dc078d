/** The facts of a draw's car: what each may hold, and how the sealed prize document states them. */
import type { PrizeFact, PrizeText } from "@concours/draw-protocol";
import { z } from "zod";
import { wordsIn, type Locale } from "#shared/language/locale.ts";

const words = (longest: number) => ({ kind: "words", longest, schema: z.string().min(1).max(longest) }) as const;
const wholeNumber = (least: number, most: number) =>
  ({ kind: "whole", least, most, schema: z.int().min(least).max(most) }) as const;
const choice = <const V extends string>(...values: readonly V[]) => ({ kind: "choice", values, schema: z.enum(values) }) as const;
const day = { kind: "day", schema: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) } as const;
/** The last four characters of a registration or VIN. The whole one identifies the keeper: not stored. */
const ending = { kind: "ending", longest: 20, schema: z.string().regex(/^[A-Z0-9]{1,4}$/) } as const;

/** In the order of form and page. A fact in two languages has a second member, `…_fr`. */
export const CAR_FACTS = {
  make: words(60),
  model: words(60),
  variant: words(80),
  year: wholeNumber(1900, 2100),
  ending,
  mileage: wholeNumber(0, 2_000_000),
  fuel: choice("petrol", "diesel", "hybrid", "plug_in_hybrid", "electric", "other"),
  gearbox: choice("manual", "automatic", "semi_automatic"),
  power: wholeNumber(1, 5000),
  colour: words(60),
  colour_fr: words(60),
  owners: wholeNumber(0, 99),
  mot_until: day,
  category: choice("none", "n", "s", "d", "c"),
  warranty: words(120),
  warranty_fr: words(120),
  tax: choice("shop", "winner"),
  insurance: choice("shop", "winner"),
  // Claiming a prize costs the winner nothing: CAP Code, 8.21.1.
  delivery: choice("delivered", "collected"),
} as const;
/** The name of a fact. */
export type CarMember = keyof typeof CAR_FACTS;
/** All names, in the order of form and page. */
export const CAR_MEMBERS = Object.keys(CAR_FACTS) as readonly CarMember[];

/** A car as stored, in both languages. Facts that are unknown are missing. */
export type Car = { readonly [Key in CarMember]?: z.infer<(typeof CAR_FACTS)[Key]["schema"]> | undefined };
/** A car in one language. */
export type ShownCar = Omit<Car, "colour_fr" | "warranty_fr">;
/** The facts that pages show. */
export type ShownCarMember = keyof ShownCar;

/** Checks a stored car. */
export const carShape: z.ZodType<Car> = z
  .object(Object.fromEntries(CAR_MEMBERS.map((name) => [name, CAR_FACTS[name].schema])))
  .partial();

/** The car in the visitor's language. */
export function carIn({ colour_fr, warranty_fr, ...car }: Car, locale: Locale): ShownCar {
  return {
    ...car,
    ...(car.colour !== undefined && { colour: wordsIn({ en: car.colour, fr: colour_fr }, locale) }),
    ...(car.warranty !== undefined && { warranty: wordsIn({ en: car.warranty, fr: warranty_fr }, locale) }),
  };
}

const text = (en: string, fr: string): PrizeText => ({ en, fr });
/** The same in both languages. */
const plain = (en: string | number | undefined): PrizeText => ({ en: String(en ?? ""), fr: undefined });
const PAYERS = {
  shop: text("First year included", "Première année comprise"),
  winner: text("Paid by the winner", "À la charge du gagnant"),
};

/** Groups thousands; not by Intl, whose separators may change with its version. */
function grouped(value: number | undefined, separator: string): string {
  return String(value ?? "").replace(/\B(?=(\d{3})+$)/g, separator);
}

/**
 * Label and value of each fact in the prize document. They never change: pages of old draws compare them
 * with theirs.
 */
const SEALED: { readonly [Key in ShownCarMember]: { readonly label: PrizeText; readonly value: (car: Car) => PrizeText } } = {
  make: { label: text("Make", "Marque"), value: ({ make }) => plain(make) },
  model: { label: text("Model", "Modèle"), value: ({ model }) => plain(model) },
  variant: { label: text("Variant", "Version"), value: ({ variant }) => plain(variant) },
  year: { label: text("Year", "Année"), value: ({ year }) => plain(year) },
  ending: {
    label: text("Registration or VIN, last characters", "Immatriculation ou numéro de série, derniers caractères"),
    value: ({ ending: end }) => plain(end),
  },
  mileage: {
    label: text("Mileage", "Kilométrage"),
    value: ({ mileage }) => text(`${grouped(mileage, ",")} miles`, `${grouped(mileage, "\u202f")}\u00a0miles`),
  },
  fuel: {
    label: text("Fuel", "Énergie"),
    value: ({ fuel = "other" }) =>
      ({
        petrol: text("Petrol", "Essence"),
        diesel: text("Diesel", "Diesel"),
        hybrid: text("Hybrid", "Hybride"),
        plug_in_hybrid: text("Plug-in hybrid", "Hybride rechargeable"),
        electric: text("Electric", "Électrique"),
        other: text("Other", "Autre"),
      })[fuel],
  },
  gearbox: {
    label: text("Gearbox", "Boîte de vitesses"),
    value: ({ gearbox = "manual" }) =>
      ({
        manual: text("Manual", "Manuelle"),
        automatic: text("Automatic", "Automatique"),
        semi_automatic: text("Semi-automatic", "Semi-automatique"),
      })[gearbox],
  },
  power: { label: text("Power", "Puissance"), value: ({ power }) => plain(`${power} bhp`) },
  colour: { label: text("Colour", "Couleur"), value: ({ colour = "", colour_fr: fr }) => ({ en: colour, fr }) },
  owners: { label: text("Previous owners", "Propriétaires précédents"), value: ({ owners }) => plain(owners) },
  mot_until: { label: text("MOT until", "Contrôle technique (MOT) jusqu’au"), value: ({ mot_until: until }) => plain(until) },
  category: {
    label: text("Insurance category", "Catégorie d’assurance"),
    value: ({ category = "none" }) =>
      ({
        none: text("Never written off", "Jamais déclarée perte totale"),
        n: text("Category N", "Catégorie N"),
        s: text("Category S", "Catégorie S"),
        d: text("Category D", "Catégorie D"),
        c: text("Category C", "Catégorie C"),
      })[category],
  },
  warranty: { label: text("Warranty", "Garantie"), value: ({ warranty = "", warranty_fr: fr }) => ({ en: warranty, fr }) },
  tax: { label: text("Vehicle tax", "Taxe sur le véhicule"), value: ({ tax = "winner" }) => PAYERS[tax] },
  insurance: { label: text("Insurance", "Assurance"), value: ({ insurance = "winner" }) => PAYERS[insurance] },
  delivery: {
    label: text("Delivery", "Remise"),
    value: ({ delivery = "delivered" }) =>
      ({
        delivered: text("Delivered free of charge in the United Kingdom", "Livrée gratuitement au Royaume-Uni"),
        collected: text("Collected by the winner, free of charge", "À retirer gratuitement par le gagnant"),
      })[delivery],
  },
};
const SHOWN_CAR_MEMBERS = Object.keys(SEALED) as readonly ShownCarMember[];

/** The facts of a car in the prize document; empty without a car. */
export function sealedCar(car: Car | undefined): readonly PrizeFact[] {
  if (!car) return [];
  return SHOWN_CAR_MEMBERS.filter((name) => car[name] !== undefined).map((name) => {
    const { label, value } = SEALED[name];
    return { label, value: value(car) };
  });
}
