/** Types every key of every text from the English files: a missing one does not compile. */
import "i18next";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
      common: typeof import("../../public/locales/en/common.json");
      auth: typeof import("../../public/locales/en/auth.json");
      admin: typeof import("../../public/locales/en/admin.json");
      "admin-alerts": typeof import("../../public/locales/en/admin-alerts.json");
      "admin-approvals": typeof import("../../public/locales/en/admin-approvals.json");
      "admin-books": typeof import("../../public/locales/en/admin-books.json");
      "admin-care": typeof import("../../public/locales/en/admin-care.json");
      "admin-draws": typeof import("../../public/locales/en/admin-draws.json");
      "admin-entries": typeof import("../../public/locales/en/admin-entries.json");
      "admin-home": typeof import("../../public/locales/en/admin-home.json");
      "admin-inbox": typeof import("../../public/locales/en/admin-inbox.json");
      "admin-log": typeof import("../../public/locales/en/admin-log.json");
      "admin-lotteries": typeof import("../../public/locales/en/admin-lotteries.json");
      "admin-orders": typeof import("../../public/locales/en/admin-orders.json");
      "admin-live": typeof import("../../public/locales/en/admin-live.json");
      "admin-texts": typeof import("../../public/locales/en/admin-texts.json");
      "admin-payments": typeof import("../../public/locales/en/admin-payments.json");
      "admin-people": typeof import("../../public/locales/en/admin-people.json");
      "admin-api": typeof import("../../public/locales/en/admin-api.json");
      footer: typeof import("../../public/locales/en/footer.json");
      home: typeof import("../../public/locales/en/home.json");
      live: typeof import("../../public/locales/en/live.json");
      lottery: typeof import("../../public/locales/en/lottery.json");
      prize: typeof import("../../public/locales/en/prize.json");
      profile: typeof import("../../public/locales/en/profile.json");
      queue: typeof import("../../public/locales/en/queue.json");
      quiz: typeof import("../../public/locales/en/quiz.json");
      success: typeof import("../../public/locales/en/success.json");
      howtowin: typeof import("../../public/locales/en/howtowin.json");
      privacy: typeof import("../../public/locales/en/privacy.json");
      cookies: typeof import("../../public/locales/en/cookies.json");
      terms: typeof import("../../public/locales/en/terms.json");
      pastdraws: typeof import("../../public/locales/en/pastdraws.json");
      promise: typeof import("../../public/locales/en/promise.json");
      about: typeof import("../../public/locales/en/about.json");
      evidence: typeof import("../../public/locales/en/evidence.json");
      demo: typeof import("../../public/locales/en/demo.json");
      mails: typeof import("../../public/locales/en/mails.json");
      "age-verification": typeof import("../../public/locales/en/age-verification.json");
    };
  }
}
