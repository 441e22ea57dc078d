/** What stands in place of a page that failed or does not exist. Renders inside the shop's frame and without it. */
import { useTranslation } from "react-i18next";
import { isRouteErrorResponse } from "react-router";
import { Button, LinkButton } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";

/** `error` is what was thrown, whatever it is. A missing page says so; anything else shows its message, where it has one. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation("common");
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <div className="wrap">
        <ErrorState
          title={t("error.notFoundTitle")}
          message={t("error.notFoundText")}
          action={<LinkButton to="/">{t("error.home")}</LinkButton>}
        />
      </div>
    );
  }
  return (
    <div className="wrap">
      <ErrorState
        title={t("error.title")}
        message={messageOf(error) ?? t("error.unexpected")}
        action={<Button onClick={() => window.location.reload()}>{t("error.reload")}</Button>}
      />
    </div>
  );
}

/** React Router has already emptied the messages of errors that were thrown on the server. */
function messageOf(error: unknown): string | undefined {
  if (isRouteErrorResponse(error)) return typeof error.data === "string" && error.data !== "" ? error.data : undefined;
  return error instanceof Error && error.message !== "" ? error.message : undefined;
}
