import { useTranslation } from "react-i18next";
import { PROPOSAL_KINDS } from "#features/staff/rules/proposals.ts";
import { AdminCard } from "#ui/admin/admin-page.tsx";
import { LinkButton } from "#ui/button.tsx";
import { useFormat } from "#ui/i18n/messages.ts";
import type { Icon } from "#ui/icon.tsx";
import { CarFront, CircleCheck, Dices, MessageSquareWarning, Scale, Stamp, Trophy, Undo2, UserRoundCheck } from "#ui/icons.ts";
import { useRelativeTime } from "#ui/time/relative-time.ts";
import type { Task } from "./pending.ts";

/** With its name in the reader's language; `due` in milliseconds. */
export type ShownTask = Omit<Task, "name" | "due"> & { readonly name: string; readonly due: number | undefined };

const FIRST = 6;
const DAY_MS = 86_400_000;

const ICONS: Readonly<Record<Task["kind"], Icon>> = {
  dispute: Scale,
  complaint: MessageSquareWarning,
  handover: Trophy,
  cards: Stamp,
  draw: Dices,
  empty: CarFront,
  approval: UserRoundCheck,
  refund: Undo2,
};

function pageOf({ kind, id }: ShownTask): string {
  switch (kind) {
    case "dispute":
      return `/admin/disputes/${id}`;
    case "complaint":
      return `/admin/messages/${id}`;
    case "handover":
      return "/admin/winners";
    case "cards":
      return "/admin/free-entries";
    case "draw":
      return "/admin/draw";
    case "empty":
      return `/admin/lotteries?form=${id}`;
    case "approval":
      return "/admin/approvals";
    case "refund":
      return `/admin/orders/${id}`;
  }
}

/** What waits for staff, in order of its deadline. */
export function Today({ tasks, now }: { tasks: readonly ShownTask[]; now: number }) {
  const { t } = useTranslation("admin-home");
  const { number } = useFormat();
  const [first, more] = [tasks.slice(0, FIRST), tasks.slice(FIRST)];
  return (
    <AdminCard flush className="mb-4" title={t("today.title")} note={tasks.length > 0 && t("today.note")}>
      {tasks.length === 0 ? (
        <p className="today-none">
          <CircleCheck size={20} strokeWidth={1.6} className="flex-none text-success" aria-hidden="true" />
          {t("today.none")}
        </p>
      ) : (
        <>
          <TaskList tasks={first} now={now} />
          {more.length > 0 && (
            <details className="today-more">
              <summary>{t("today.more", { count: more.length, n: number(more.length) })}</summary>
              <TaskList tasks={more} now={now} />
            </details>
          )}
        </>
      )}
    </AdminCard>
  );
}

function TaskList({ tasks, now }: { tasks: readonly ShownTask[]; now: number }) {
  return (
    <ul className="today-list">
      {tasks.map((task, index) => (
        // A draw with several prizes has several handovers.
        <TaskRow key={`${task.kind} ${task.id} ${index}`} task={task} now={now} />
      ))}
    </ul>
  );
}

function TaskRow({ task, now }: { task: ShownTask; now: number }) {
  const { t } = useTranslation("admin-home");
  const What = ICONS[task.kind];
  return (
    <li>
      <What size={20} strokeWidth={1.6} aria-hidden="true" />
      <span className="today-what">
        <TaskText task={task} />
        <Deadline due={task.due} now={now} />
      </span>
      <LinkButton to={pageOf(task)} variant="outline" size="sm">
        {t(`today.action.${task.kind}`)}
        <span className="sr-only">
          : <TaskText task={task} />
        </span>
      </LinkButton>
    </li>
  );
}

function TaskText({ task: { kind, name, detail } }: { task: ShownTask }) {
  const { t } = useTranslation(["admin-home", "admin-approvals"]);
  if (kind === "complaint") return <span>{t(detail === "answer" ? "today.answer" : "today.acknowledge", { name })}</span>;
  if (kind === "approval") {
    const proposal = PROPOSAL_KINDS.find((known) => known === detail);
    return <span>{proposal ? t(`admin-approvals:approvals.kinds.${proposal}`) : t("today.action.approval")}</span>;
  }
  return <span>{t(`today.${kind}`, { name })}</span>;
}

function Deadline({ due, now }: { due: number | undefined; now: number }) {
  const { t } = useTranslation("admin-home");
  const { date } = useFormat();
  const relative = useRelativeTime();
  if (due === undefined) return <span className="today-due">{t("today.atOnce")}</span>;
  // A deadline at midnight belongs to the day before.
  const last = new Date(due - 1);
  const when = {
    at: `${date(last, "short")}, ${date(last, "time")}`,
    when: relative(new Date(due), new Date(now)),
  };
  const urgency = due <= now ? "late" : due - now < 2 * DAY_MS ? "soon" : undefined;
  return (
    <span className="today-due" data-urgency={urgency}>
      {t(due <= now ? "today.wasDue" : "today.due", when)}
    </span>
  );
}
