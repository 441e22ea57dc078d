/** The demo's cars, with invented names instead of real marques. Days count from the first start. */

export type DemoDraw = {
  readonly title: string;
  readonly marque: string;
  readonly description: { readonly en: string; readonly fr: string };
  readonly car: string;
  readonly price: number;
  readonly value: number;
  readonly available: number;
  /** Tickets sold by orders; free entries are additional. */
  readonly sold: number;
  /** Bought by the demo's player. */
  readonly own: number;
  /** Entries by post of the demo's player. */
  readonly ownCards?: number;
  readonly starts: number;
  readonly ends: number;
  readonly status: "draft" | "active" | "completed";
};

export const MARQUES = ["Valmont", "Aldane", "Corvane", "Sarthe", "Ostrava"] as const;

/** In order of creation: the last active one is featured on the home page. */
export const DEMO_DRAWS: readonly DemoDraw[] = [
  {
    title: "Sarthe L Première",
    marque: "Sarthe",
    car: "sarthe-l",
    description: {
      en: "The first of the long-tailed Sarthes, in champagne over tan leather. Delivered to your door in the UK, taxed and with a full tank.",
      fr: "La première des Sarthe à longue queue, couleur champagne, cuir fauve. Livrée chez vous au Royaume-Uni, taxe de circulation réglée, réservoir plein.",
    },
    price: 44.99,
    value: 46_000,
    available: 1_400,
    sold: 1_366,
    own: 0,
    starts: -110,
    ends: -75,
    status: "completed",
  },
  {
    title: "Ostrava Coupé",
    marque: "Ostrava",
    car: "ostrava-coupe",
    description: {
      en: "A compact coupé in racing green, with a manual gearbox and a very good memory for corners. Delivered, taxed and insured for a week.",
      fr: "Un coupé compact, vert anglais, boîte manuelle et excellente mémoire des virages. Livré, taxe de circulation réglée, assuré une semaine.",
    },
    price: 9.99,
    value: 24_500,
    available: 3_300,
    sold: 3_184,
    own: 11,
    starts: -78,
    ends: -40,
    status: "completed",
  },
  {
    title: "Corvane C1",
    marque: "Corvane",
    car: "corvane-c1",
    description: {
      en: "Mid-engined, silver, and lower than the kerb it is parked at. Two seats, one purpose. Delivered to your door in the UK.",
      fr: "Moteur central, robe argent, plus basse que le trottoir qui la longe. Deux places, une seule idée. Livrée chez vous au Royaume-Uni.",
    },
    price: 49.99,
    value: 68_000,
    available: 1_900,
    sold: 1_702,
    own: 1,
    starts: -45,
    ends: -10,
    status: "active",
  },
  {
    title: "Sarthe L",
    marque: "Sarthe",
    car: "sarthe-l",
    description: {
      en: "Long-tailed, mid-engined and in champagne, with room for two and very little else. Only 1,500 tickets. Delivered to your door in the UK, taxed and with a full tank.",
      fr: "Longue queue, moteur central, couleur champagne, de la place pour deux et guère plus. 1\u00a0500 tickets seulement. Livrée chez vous au Royaume-Uni, taxe de circulation réglée, réservoir plein.",
    },
    price: 49.99,
    value: 58_000,
    available: 1_500,
    sold: 1_480,
    own: 0,
    starts: -30,
    ends: 5,
    status: "active",
  },
  {
    title: "Aldane Grand Continental",
    marque: "Aldane",
    car: "aldane-grand-continental",
    description: {
      en: "Four seats, twelve cylinders, midnight blue. Built to cross a continent before supper. Delivered, taxed and insured for a week.",
      fr: "Quatre places, douze cylindres, bleu nuit. Faite pour traverser un continent avant le dîner. Livrée, taxe de circulation réglée, assurée une semaine.",
    },
    price: 24.99,
    value: 82_000,
    available: 4_200,
    sold: 1_263,
    own: 2,
    starts: -28,
    ends: 27,
    status: "active",
  },
  {
    title: "Valmont GT-10",
    marque: "Valmont",
    car: "valmont-gt-10",
    description: {
      en: "A front-engined grand tourer in Bordeaux over black leather. Delivered to your door in the UK, taxed, insured for a week and with a full tank.",
      fr: "Une grand tourisme à moteur avant, bordeaux, cuir noir. Livrée chez vous au Royaume-Uni, taxe de circulation réglée, assurée une semaine, réservoir plein.",
    },
    price: 29.99,
    value: 148_000,
    available: 6_600,
    sold: 3_918,
    own: 3,
    ownCards: 3,
    starts: -24,
    ends: 12,
    status: "active",
  },
  {
    title: "Ostrava Coupé Nocturne",
    marque: "Ostrava",
    car: "ostrava-coupe",
    description: {
      en: "The coupé again, darker. Still being photographed.",
      fr: "Le même coupé, en plus sombre. Les photos arrivent.",
    },
    price: 16.99,
    value: 28_000,
    available: 2_200,
    sold: 0,
    own: 0,
    starts: 7,
    ends: 45,
    status: "draft",
  },
  {
    title: "Ostrava Coupé Touring",
    marque: "Ostrava",
    car: "ostrava-coupe",
    description: {
      en: "The green coupé with longer gearing, a bigger tank and no reason to turn back. Delivered, taxed and insured for a week.",
      fr: "Le coupé vert, aux rapports plus longs, au réservoir plus grand, sans aucune raison de faire demi-tour. Livré, taxe de circulation réglée, assuré une semaine.",
    },
    price: 19.99,
    value: 25_500,
    available: 1_650,
    sold: 1_580,
    own: 0,
    starts: -38,
    ends: -3,
    status: "active",
  },
];
