/** /demo/tour: ten things to try in the demonstration, with their sign-ins. Not found in other shops. */
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { ctxOf } from "#platform/request/request.server.ts";
import { LinkButton } from "#ui/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { RichText } from "#ui/i18n/messages-rich.tsx";
import { type PageMessages, useFormat } from "#ui/i18n/messages.ts";
import { PageHead } from "#ui/page-head.tsx";
import { ShareBar } from "#ui/share-bar.tsx";
import { CopyButton } from "#ui/text/copy-button.tsx";
import { linkPart } from "#ui/text/link-part.tsx";
import { TextButton, TextLink } from "#ui/text/text-link.tsx";
import type { Route } from "./+types/demo-tour-page.ts";

export const handle = { messages: ["demo"] } satisfies PageMessages;

export const headers = () => ({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });

/** The accounts of `demo/people.ts`. */
export const SIGN_INS = {
  player: ["player@concours.test", "Player-demo-1"],
  admin: ["admin@concours.test", "Admin-demo-1"],
  finance: ["finance@concours.test", "Admin-demo-1"],
} as const;

const CARD = "4242 4242 4242 4242";
const POSTCARD = 'Rosa,Lindqvist,29/02/1984,"4 Mill Lane, Ashford",Kent,rosa.lindqvist@example.com';

type Key = "buy" | "limit" | "check" | "draw" | "dispute" | "refund" | "approve" | "complaint" | "key" | "books";
type Step = {
  readonly key: Key;
  readonly as: readonly (keyof typeof SIGN_INS)[];
  readonly go: string;
  readonly also: string;
  readonly shows?: readonly ["card" | "line", string];
};

const STEPS: readonly Step[] = [
  { key: "buy", as: ["player"], go: "/prize", also: "/mailbox", shows: ["card", CARD] },
  { key: "limit", as: ["player"], go: "/prize", also: "/profile?tab=play" },
  { key: "check", as: [], go: "/past-draws", also: "/draws" },
  { key: "draw", as: ["admin"], go: "/admin/draw", also: "/mailbox" },
  { key: "dispute", as: ["admin"], go: "/admin/disputes", also: "/admin/messages" },
  { key: "refund", as: ["admin"], go: "/admin/orders?state=refund_failed", also: "/admin/alerts" },
  { key: "approve", as: ["admin", "finance"], go: "/admin/approvals", also: "/admin/audit-log" },
  { key: "complaint", as: ["admin"], go: "/admin/complaints", also: "/mailbox" },
  { key: "key", as: ["admin"], go: "/admin/free-entries", also: "/enter-free", shows: ["line", POSTCARD] },
  { key: "books", as: ["admin"], go: "/admin/payouts", also: "/admin/profit" },
];

export function loader({ context }: Route.LoaderArgs) {
  if (!ctxOf(context).env.isDemo) throw data(null, { status: 404 });
  return null;
}

export default function DemoTourPage() {
  const { t } = useTranslation("demo");
  const { number } = useFormat();
  const { done, mark, clear } = useDone();
  return (
    <div className="wrap max-w-[860px] pt-6 pb-16">
      <PageHead title={t("title")} description={t("title")} />
      <h1 className="type-h2">{t("title")}</h1>
      <p className="mt-3 max-w-[60ch] text-muted">
        <RichText text={t("lead")} parts={{ mailbox: linkPart("/mailbox") }} />
      </p>
      <div className="my-8 grid gap-2">
        <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-6">
          <span role="status">{t("progress", { count: done.size, done: number(done.size), all: number(STEPS.length) })}</span>
          {done.size > 0 && <TextButton onClick={clear}>{t("clear")}</TextButton>}
        </p>
        <ShareBar share={done.size / STEPS.length} label={t("title")} />
      </div>
      <ol className="grid gap-4">
        {STEPS.map((step, i) => (
          <StepCard key={step.key} step={step} place={i + 1} isDone={done.has(step.key)} onDone={mark} />
        ))}
      </ol>
    </div>
  );
}

type CardProps = { step: Step; place: number; isDone: boolean; onDone: (key: Key, isDone: boolean) => void };

function StepCard({ step: { key, as, go, also, shows }, place, isDone, onDone }: CardProps) {
  const { t } = useTranslation("demo");
  const { number } = useFormat();
  const title = t(`steps.${key}.title`);
  return (
    <li className="panel p-6 sm:p-8">
      <div className="flex items-start justify-between gap-4">
        <h2 className="type-h3">
          <span className="text-faint">{number(place)}.</span> {title}
        </h2>
        <Checkbox
          name={`done-${key}`}
          checked={isDone}
          onChange={(event) => onDone(key, event.target.checked)}
          aria-label={t("doneStep", { title })}
          label={t("done")}
        />
      </div>
      <p className="mt-2 max-w-[62ch] text-muted">{t(`steps.${key}.text`)}</p>
      {as.length === 0 && <p className="type-small mt-5 text-faint">{t("noSignIn")}</p>}
      <dl className="mt-5 grid gap-3 empty:hidden">
        {as.map((who) => (
          <Shown
            key={who}
            label={<TextLink to={`/login?next=${encodeURIComponent(go)}`}>{t(`as.${who}`)}</TextLink>}
            values={SIGN_INS[who]}
          />
        ))}
        {shows && <Shown label={t(shows[0])} values={[shows[1]]} />}
      </dl>
      <p className="mt-5 max-w-[62ch]">
        <span className="font-[560]">{t("worked")}</span> {t(`steps.${key}.worked`)}
      </p>
      <p className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <LinkButton to={go} variant="outline" size="sm">
          {t(`steps.${key}.go`)}
        </LinkButton>
        <TextLink to={also}>{t(`steps.${key}.also`)}</TextLink>
      </p>
    </li>
  );
}

/** Values to type or paste elsewhere, each with a button that copies it. */
function Shown({ label, values }: { label: ReactNode; values: readonly string[] }) {
  const { t } = useTranslation("demo");
  return (
    <div>
      <dt className="type-small text-faint">{label}</dt>
      <dd className="flex flex-wrap items-center gap-x-4">
        {values.map((value) => (
          <span key={value} className="inline-flex max-w-full items-center gap-1">
            <code translate="no" className="type-mono min-w-0 wrap-anywhere">
              {value}
            </code>
            <CopyButton text={value} label={`${t("copy")} ${value}`} />
          </span>
        ))}
      </dd>
    </div>
  );
}

const STORED_DONE = "demo-tour";

/** The steps that are ticked in this browser. */
function useDone() {
  const [done, setDone] = useState<ReadonlySet<Key>>(new Set());
  useEffect(() => setDone(readDone()), []);
  const keep = (keys: ReadonlySet<Key>) => {
    setDone(keys);
    try {
      localStorage.setItem(STORED_DONE, [...keys].join(" "));
    } catch {
      // Without storage, the ticks last as long as the page.
    }
  };
  return {
    done,
    mark: (key: Key, isDone: boolean) =>
      keep(isDone ? new Set([...done, key]) : new Set([...done].filter((each) => each !== key))),
    clear: () => keep(new Set()),
  };
}

function readDone(): ReadonlySet<Key> {
  try {
    const stored = (localStorage.getItem(STORED_DONE) ?? "").split(" ");
    return new Set(STEPS.map(({ key }) => key).filter((key) => stored.includes(key)));
  } catch {
    return new Set();
  }
}
