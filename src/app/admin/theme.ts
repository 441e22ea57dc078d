/** Light or dark. Without this cookie, the back office follows the system. */

export const ADMIN_THEMES = ["light", "dark"] as const;
export type AdminTheme = (typeof ADMIN_THEMES)[number];

const COOKIE = "admin-theme";
const YEAR_SECONDS = 31_536_000;

export function adminThemeOf(cookies: string | null): AdminTheme | undefined {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\w+)`).exec(cookies ?? "")?.[1];
  return ADMIN_THEMES.find((theme) => theme === value);
}

export function adminThemeCookie(choice: string): string {
  const theme = ADMIN_THEMES.find((known) => known === choice);
  return `${COOKIE}=${theme ?? ""}; Path=/admin; Max-Age=${theme ? YEAR_SECONDS : 0}; HttpOnly; SameSite=Lax`;
}
