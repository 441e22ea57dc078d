import { expect, it } from "vitest";
import { decryptText, encryptText } from "./encrypted-text.ts";

const ctx = { lastingSecret: "a lasting secret of the tests, which never changes" };

it.each([
  [
    "an app's secret",
    "second-factor-seal" as const,
    "0d7476cffafada12a98aab8751241024cfeb3d1380c4d2fe4f56ef752df53ab543fe656efbbc4097e7b31fa8876f6b0214775b23536551688d2e9f90ce222c1661f0605d677bc8a08a160f4250a73bd47605c60b3d2ad09f0f16c48106bfa23625aae684dee576f064",
    '["3f2b8f2e-0000-4000-8000-000000000001","JBSWY3DPEHPK3PXPabcdef"]',
  ],
  [
    "an endpoint's secret",
    "webhook-secret" as const,
    "a82119ea6b028a7dd105f6dcde55beda973e08e86336a1463d4df6d6e15e42acbc44e6484a0666831c1448d407f3d2f17b4a53147ff1aba8af713374b91bf6b04569aa7fa29c548d1318e799c2fe",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  ],
])("reads %s that better-auth 1.7.7 encrypted", (_what, purpose, stored, text) => {
  expect(decryptText(ctx, purpose, stored)).toBe(text);
});

it("uses a fresh nonce, and refuses altered values, other purposes and other secrets", () => {
  const [one, other] = [encryptText(ctx, "webhook-secret", "Crème"), encryptText(ctx, "webhook-secret", "Crème")];
  expect(one).not.toBe(other);
  expect(decryptText(ctx, "webhook-secret", one)).toBe("Crème");
  const altered = `${one.slice(0, -1)}${one.endsWith("0") ? "1" : "0"}`;
  for (const wrong of [altered, one.slice(2), "", "not hex"]) expect(() => decryptText(ctx, "webhook-secret", wrong)).toThrow();
  expect(() => decryptText(ctx, "second-factor-seal", one)).toThrow();
  expect(() => decryptText({ lastingSecret: "another secret of 32 characters!" }, "webhook-secret", one)).toThrow();
});
