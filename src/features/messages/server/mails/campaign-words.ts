/** What stands in every mail of a campaign, whatever the administrator has written. French, as campaigns are. */

export const CAMPAIGN_WORDS = {
  value: "Valeur du lot",
  price: "Prix du ticket",
  closes: "Fin des ventes",
  enter: "Participer au tirage",
  seeAll: "Voir tous les tirages",
  seeOne: "Voir ce tirage",
  code: "Votre code",
  off: (percent: number) => `${percent} % de réduction`,
  until: (day: string) => `Valable jusqu’au ${day} inclus`,
  offerRule:
    "Le code n’est valable qu’une fois par personne et ne se cumule pas avec les packs VIP : la réduction la plus avantageuse s’applique. Si c’est celle du pack, vous pourrez utiliser votre code une autre fois.",
  drawLine: (draw: { readonly name: string; readonly value: string; readonly price: string; readonly timeLeft: string }) =>
    `${draw.name} : lot d’une valeur de ${draw.value}, ${draw.price} le ticket, fin des ventes dans ${draw.timeLeft}`,
  drawFacts: (draw: { readonly value: string; readonly price: string }) => `${draw.value} · ${draw.price} le ticket`,
  endsIn: (timeLeft: string) => `Se termine dans ${timeLeft}`,
  fair: "Une question avant le paiement. Jouez pour le plaisir, et selon vos moyens.",
  free: "Participer gratuitement par courrier, avec les mêmes chances",
  why: "Vous recevez ce message parce que vous avez accepté nos e-mails promotionnels.",
  leave: "Se désabonner en un clic",
} as const;
