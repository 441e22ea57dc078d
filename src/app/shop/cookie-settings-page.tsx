/** /cookie-settings: the choice about cookies as a plain form, without scripts or without the dialog. */
import { useTranslation } from "react-i18next";
import { Form, redirect } from "react-router";
import { sitePath } from "#features/accounts/rules/sign-in/next-path.ts";
import { SplitScreen } from "#features/accounts/shop/sign-in/split-screen.tsx";
import {
  type CookieSettings,
  consentCookies,
  ESSENTIAL_ONLY,
  EVERYTHING,
  OPTIONAL_COOKIES,
  storedConsent,
} from "#features/site/rules/cookie-settings.ts";
import { readFields } from "#platform/request/body.server.ts";
import { privateHeaders } from "#platform/request/page-headers.server.ts";
import { ctxOf } from "#platform/request/request.server.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import type { Route } from "./+types/cookie-settings-page.ts";

export const headers = privateHeaders({ isListed: false });

export function loader({ request }: Route.LoaderArgs) {
  const stored = storedConsent(request.headers.get("Cookie") ?? "");
  return {
    settings: (stored.ok && stored.value) || ESSENTIAL_ONLY,
    next: sitePath(new URL(request.url).searchParams.get("next")),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFields(request);
  const secure = new URL(ctxOf(context).publicUrl).protocol === "https:" ? "; Secure" : "";
  const reply = redirect(sitePath(form.get("next")), 303);
  for (const cookie of consentCookies(chosen(form))) reply.headers.append("Set-Cookie", cookie + secure);
  return reply;
}

function chosen(form: URLSearchParams): CookieSettings {
  const choice = form.get("choice");
  if (choice === "all") return EVERYTHING;
  if (choice === "essential") return ESSENTIAL_ONLY;
  const allowed = form.getAll("allow");
  return { essential: true, analytics: allowed.includes("analytics"), marketing: allowed.includes("marketing") };
}

export default function CookieSettingsPage({ loaderData: { settings, next } }: Route.ComponentProps) {
  const { t } = useTranslation("common");
  return (
    <SplitScreen title={t("consent.title")} lead={t("consent.description")}>
      <Form method="post" action="/cookie-settings" reloadDocument className="grid gap-5">
        <input type="hidden" name="next" value={next} />
        <div>
          <p className="font-[580]">{t("consent.essential")}</p>
          <p className="type-small mt-1">
            {t("consent.essentialText")} ({t("consent.required")})
          </p>
        </div>
        {OPTIONAL_COOKIES.map((kind) => (
          <Checkbox
            key={kind}
            name="allow"
            id={`allow-${kind}`}
            value={kind}
            defaultChecked={settings[kind]}
            label={t(`consent.${kind}`)}
            description={t(`consent.${kind}Text`)}
          />
        ))}
        <Button type="submit" full>
          {t("consent.save")}
        </Button>
      </Form>
    </SplitScreen>
  );
}
