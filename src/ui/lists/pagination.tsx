/** Links between a list's pages, which keep search and order. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useFormat } from "../i18n/messages.ts";
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "../icons.ts";
import { withParameters } from "./list-address.ts";

type Props = {
  page: number;
  perPage: number;
  total: number;
};

export function Pagination({ page, perPage, total }: Props) {
  const { t } = useTranslation("admin");
  const { number } = useFormat();
  const [search] = useSearchParams();
  const last = Math.max(1, Math.ceil(total / perPage));
  const navigate = useNavigate();
  // If the only row of the last page is gone, leads back to a page with rows.
  const back = page > last ? toPage(search, last) : undefined;
  useEffect(() => {
    if (back !== undefined) void navigate(back, { replace: true });
  }, [back, navigate]);
  if (last === 1 || back !== undefined) return null;
  const to = Math.min(page * perPage, total);
  const steps = [
    { text: t("kit.first"), page: 1, Icon: ChevronsLeft, isEnabled: page > 1 },
    { text: t("kit.previous"), page: page - 1, Icon: ChevronLeft, isEnabled: page > 1 },
    { text: t("kit.next"), page: page + 1, Icon: ChevronRight, isEnabled: page < last },
    { text: t("kit.last"), page: last, Icon: ChevronsRight, isEnabled: page < last },
  ];
  return (
    <nav aria-label={t("kit.pages")} className="pages">
      <p>
        {t("kit.range", {
          from: number(Math.min((page - 1) * perPage + 1, total)),
          to: number(to),
          total: number(total),
        })}
      </p>
      <ul>
        {steps.map((step) => (
          <li key={step.text}>
            <Step {...step} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type StepProps = { text: string; page: number; Icon: typeof ChevronLeft; isEnabled: boolean };

function Step({ text, page, Icon, isEnabled }: StepProps) {
  const [search] = useSearchParams();
  const icon = <Icon size={20} strokeWidth={1.6} aria-hidden="true" />;
  if (!isEnabled) {
    return (
      <span className="icon-btn" aria-disabled="true">
        {icon}
      </span>
    );
  }
  return (
    <Link to={toPage(search, page)} className="icon-btn" aria-label={text} title={text}>
      {icon}
    </Link>
  );
}

const toPage = (search: URLSearchParams, page: number) => withParameters(search, { page: page === 1 ? undefined : String(page) });
