import { describe, expect, it } from "vitest";
import { pence } from "#shared/money/money.ts";
import { chooseProvider, parseNewOrders } from "./new-orders.ts";
import { type PaymentProvider, paymentsOf } from "./payments.server.ts";

const chosen = (text: string, total: number, random: number, down: readonly string[] = []) =>
  chooseProvider(parseNewOrders(text) ?? [], { total: pence(total), random, isDown: (name) => down.includes(name) });

describe("new orders", () => {
  it.each([
    ["all to one", "checkout=100", 500, 0.9, "checkout"],
    ["by share", "stripe=70,checkout=30", 500, 0.69, "stripe"],
    ["by share, the rest", "stripe=70,checkout=30", 500, 0.7, "checkout"],
    ["by sum, below it", "stripe=100,checkout=100@100", 9_999, 0.5, "stripe"],
    ["by sum, from it on", "stripe=100,checkout=100@100", 10_000, 0.5, "checkout"],
    ["with one who only stands in", "stripe=100,checkout=0", 500, 0.999, "stripe"],
  ] as const)("go %s", (_name, text, total, random, provider) => {
    expect(chosen(text, total, random)).toBe(provider);
  });

  it("skip providers that are down, unless all are", () => {
    expect(chosen("stripe=100,checkout=0", 500, 0, ["stripe"])).toBe("checkout");
    expect(chosen("stripe=50,checkout=50", 500, 0, ["stripe"])).toBe("checkout");
    expect(chosen("stripe=100,checkout=100@100", 20_000, 0, ["checkout"])).toBe("stripe");
    expect(chosen("stripe=100", 500, 0, ["stripe"])).toBe("stripe");
  });

  it.each(["", "stripe", "paypal=100", "stripe=0", "stripe=100@50", "stripe=-1", "stripe=100;checkout=0"])(
    "are not ruled by %j",
    (text) => {
      expect(parseNewOrders(text)).toBeUndefined();
    },
  );

  it("skip a provider for a minute after it failed", () => {
    let at = 0;
    const [stripe, checkout] = (["stripe", "checkout"] as const).map((name) => ({ name }) as PaymentProvider);
    if (!stripe || !checkout) throw new Error("Two are named");
    const payments = paymentsOf([stripe, checkout], { rules: parseNewOrders("stripe=100,checkout=0"), now: () => at });
    expect(payments.forNewOrder(pence(500))?.name).toBe("stripe");
    payments.markFailed("stripe");
    expect(payments.insteadOf("stripe").map(({ name }) => name)).toEqual(["checkout"]);
    expect(payments.forNewOrder(pence(500))?.name).toBe("checkout");
    at = 60_000;
    expect(payments.forNewOrder(pence(500))?.name).toBe("stripe");
    expect(paymentsOf([stripe, checkout]).insteadOf("stripe")).toEqual([]);
  });
});
