/** The layers from the ground up: each feature may use those before it. */
export const LAYERS: readonly string[] = [
  "site",
  "accounts",
  "integrations",
  "lotteries",
  "queue",
  "orders",
  "books",
  "draws",
  "messages",
];
