/** The layers from the ground up: each feature may use those before it. */
export const LAYERS: readonly string[] = [
  "access",
  "site",
  "accounts",
  "staff",
  "player-protection",
  "integrations",
  "lotteries",
  "queue",
  "orders",
  "books",
  "draws",
  "inbox",
  "mail",
  "settings",
];
