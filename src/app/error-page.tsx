/** What stands in place of a page that failed or does not exist. Renders inside the shop's frame and without it. */
import { useTranslation } from "react-i18next";
import { isRouteErrorResponse } from "react-router";
import { Button, LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";

/** What React Router says in production of every error that was thrown on the server. */
const NOTHING_SAID = "Unexpected Server Error";

/** `error` is what was thrown, whatever it is. A missing page says so; anything else shows its message, where it has one. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation("common");
  const missing = isRouteErrorResponse(error) && error.status === 404;
  const title = missing ? t("error.notFoundTitle") : t("error.title");
  return (
    <div className="wrap">
      <title>{`${title} – Concours`}</title>
      {missing ? (
        <ErrorState title={title} message={t("error.notFoundText")} action={<LinkButton to="/">{t("error.home")}</LinkButton>} />
      ) : (
        <ErrorState
          title={title}
          message={messageOf(error) ?? t("error.unexpected")}
          action={
            <>
              <Button onClick={() => window.location.reload()}>{t("error.reload")}</Button>
              <LinkButton variant="outline" to="/contact">
                {t("error.contact")}
              </LinkButton>
            </>
          }
        />
      )}
    </div>
  );
}

function messageOf(error: unknown): string | undefined {
  const message = isRouteErrorResponse(error) ? error.data : error instanceof Error ? error.message : undefined;
  return typeof message === "string" && message !== "" && message !== NOTHING_SAID ? message : undefined;
}
