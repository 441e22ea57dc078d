/**
 * The mails about an account, by name. Texts: `account.{name}` in `mails.json`. `path`: the shop's page
 * that the mail mentions; `link`: the purpose of its one-time link, if it has one.
 */

/** The account mails. Texts: `account.{name}` in `mails.json`. `path`: the page; `link`: its link. */
export const ACCOUNT_MAILS = {
  "verify-email": { path: "/verify-email", link: "verify-email" },
  "reset-password": { path: "/forgot-password", link: "reset-password" },
  "change-email": { path: "/verify-email", link: "change-email" },
  "sign-in": { path: "/login", link: "sign-in" },
  "email-change-asked": { path: "/profile" },
  "email-changed": { path: "/contact", link: "undo-email" },
  "password-changed": { path: "/forgot-password" },
  "second-factor-on": { path: "/forgot-password" },
  "second-factor-off": { path: "/forgot-password" },
  "second-factor-reset": { path: "/login?next=%2Fsecond-factor" },
  "recovery-codes-new": { path: "/forgot-password" },
  "recovery-code-used": { path: "/second-factor" },
  "passkey-added": { path: "/passkeys" },
  "passkey-removed": { path: "/passkeys" },
  "pause-started": { path: "/safer-play" },
  "exclusion-started": { path: "/safer-play" },
  "care-message": { path: "/safer-play" },
  "test-mail": { path: "/admin/live" },
  "account-deleted": { path: "/contact" },
  "account-closed": { path: "/contact" },
  "account-stays-closed": { path: "/contact" },
} as const satisfies Readonly<Record<string, { readonly path: string; readonly link?: string }>>;

export type AccountMessage = keyof typeof ACCOUNT_MAILS;
