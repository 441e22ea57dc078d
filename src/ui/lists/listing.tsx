/**
 * A public page that lists draws: its head, the list, and what replaces it if it is empty or could not be
 * read.
 */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button, LinkButton } from "../button.tsx";
import { ErrorState } from "../feedback/error-state.tsx";
import { PageHead } from "../page-head.tsx";
import { EmptyState } from "./empty-state.tsx";

type Props = {
  words: "prize" | "pastdraws";
  /** The message if the draws could not be read; `count` is undefined then. */
  notLoaded: string;
  count: number | undefined;
  lead: string;
  /** The address to which an empty list leads. */
  elsewhere: string;
  children: ReactNode;
};

export function Listing({ words, count, notLoaded, lead, elsewhere, children }: Props) {
  const { t } = useTranslation(words);
  return (
    <div className="wrap">
      <PageHead title={t("title")} description={t("description")} />
      {count === undefined ? (
        <ErrorState
          title={notLoaded}
          message={t("loadFailedText")}
          action={<Button onClick={() => window.location.reload()}>{t("tryAgain")}</Button>}
        />
      ) : (
        <>
          <div className="draws-head">
            <h1 className="type-greeting">{t("title")}</h1>
            {count > 0 && <p className="type-lead">{lead}</p>}
          </div>
          {count > 0 ? (
            children
          ) : (
            <EmptyState
              title={t("empty")}
              action={
                <LinkButton to={elsewhere} variant="outline">
                  {t("emptyAction")}
                </LinkButton>
              }
            >
              {t("emptyText")}
            </EmptyState>
          )}
        </>
      )}
    </div>
  );
}
