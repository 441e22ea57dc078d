/** The page for failures and missing pages. Renders inside the shop's frame and without it. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { isRouteErrorResponse, useMatches } from "react-router";
import { Button, LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/feedback/error-state.tsx";
import { loadFailure } from "#ui/fields/failures.ts";
import { PageHead } from "#ui/page-head.tsx";

/** React Router's message in production for every error thrown on the server. */
export const NOTHING_SAID = "Unexpected Server Error";

/** A 404 says so; others say what they could not show (`PageFailures`), never a proxy's or library's text. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t, i18n } = useTranslation("common");
  // An error in the browser, such as a missing script, is not about the page's data.
  const isOfServer = isRouteErrorResponse(error) || (error instanceof Error && error.message === NOTHING_SAID);
  const handle = useMatches().at(-1)?.handle;
  const own = isOfServer ? loadFailure(handle) : undefined;
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const [namespace = ""] = own?.split(":") ?? [];
  const title = missing
    ? t("error.notFoundTitle")
    : own && i18n.hasResourceBundle(i18n.language, namespace)
      ? i18n.t(own)
      : t("error.title");
  return (
    <div className="wrap">
      <PageHead title={title} />
      <ErrorState
        title={title}
        message={
          missing
            ? t("error.notFoundText")
            : isRouteErrorResponse(error) && error.status >= 500
              ? (downtimeOf(error.data, t) ?? t("cutOff.unreachable"))
              : t("error.unexpected")
        }
        action={
          missing ? (
            <LinkButton to="/">{t("error.home")}</LinkButton>
          ) : (
            <>
              <Button onClick={() => window.location.reload()}>{t("error.reload")}</Button>
              <LinkButton variant="outline" to="/contact">
                {t("error.contact")}
              </LinkButton>
            </>
          )
        }
      />
    </div>
  );
}

const DOWNTIMES = ["maintenance", "gone", "busy"] as const;

/** The shop's own 503: the visitor's connection is fine. */
function downtimeOf(data: unknown, t: TFunction<"common">): string | undefined {
  const reason = DOWNTIMES.find((name) => data === `downtime.${name}`);
  return reason && t(`downtime.${reason}.text`);
}
