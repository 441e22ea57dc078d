/** The storeys of the house from the ground up: each feature may use those that stand before it. */
export const FLOORS: readonly string[] = ["site", "accounts", "integrations", "lotteries", "orders", "draws", "messages"];
