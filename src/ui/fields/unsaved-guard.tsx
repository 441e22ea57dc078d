/** Confirms before a form with unsaved changes is left by a link, the history or closing the tab. */
import { createContext, type ReactNode, useContext, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Location, useBlocker, useNavigate, useNavigation } from "react-router";
import { Button } from "../button.tsx";
import { Dialog } from "../feedback/dialog.tsx";
import { isReloading } from "../loading/reload-page.ts";

/** The forms with unsaved changes, by id. */
type UnsavedForms = {
  add(id: string, keepsOnQueryChange: boolean): void;
  /** Saved, or removed. */
  remove(id: string): void;
};
const Unsaved = createContext<UnsavedForms>({ add: () => {}, remove: () => {} });

/** Wraps pages with such forms: one dialog for all of them. Saving does not count as leaving. */
export function LeaveConfirmation({ children }: { children: ReactNode }) {
  const { t } = useTranslation("admin");
  const navigate = useNavigate();
  /** Unsaved forms; the value: whether the form remains if only the query changes. */
  const [unsaved] = useState(() => new Map<string, boolean>());
  const navigation = useNavigation();
  /** The blocked destination, and whether the pending form was answered by then. */
  const blocked = useRef<{ readonly to: Location; readonly isAnswered: boolean }>(null);
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const asks = [...unsaved.values()].some(
      (keepsOnQueryChange) => from.pathname !== to.pathname || (!keepsOnQueryChange && from.search !== to.search),
    );
    if (asks) blocked.current = { to, isAnswered: navigation.state !== "submitting" };
    return asks;
  });
  const forms = useMemo(() => {
    const goOn = () => {
      if (unsaved.size > 0 || !blocked.current) return;
      const { to } = blocked.current;
      blocked.current = null;
      // In the shop it may be an action, such as signing out, whose form is unknown.
      if (to.pathname.startsWith("/admin")) navigate(to);
    };
    const remove = (id: string) => {
      unsaved.delete(id);
      // After a remounting form, such as a refused one, is mounted again.
      queueMicrotask(goOn);
    };
    return { add: (id: string, keepsOnQueryChange: boolean) => void unsaved.set(id, keepsOnQueryChange), remove };
  }, [unsaved, navigate]);
  // A link followed before the answer asks, and continues once it is saved; the tab may be closed.
  const isSending = navigation.formData !== undefined;
  // The router resets its blocker with a form's answer. Block again, but not after a refusal.
  useEffect(() => {
    if (blocker.state !== "unblocked" || unsaved.size === 0 || !blocked.current) return;
    const { to, isAnswered } = blocked.current;
    blocked.current = null;
    if (isAnswered) navigate(to);
  }, [blocker.state, unsaved, navigate]);
  useEffect(() => {
    if (isSending) return;
    const ask = (event: BeforeUnloadEvent) => unsaved.size > 0 && !isReloading() && event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isSending, unsaved]);
  const stay = () => {
    blocked.current = null;
    blocker.reset?.();
  };
  const leave = () => {
    blocked.current = null;
    blocker.proceed?.();
  };
  return (
    <Unsaved value={forms}>
      {children}
      <Dialog
        open={blocker.state === "blocked"}
        onOpenChange={(open) => !open && stay()}
        title={t("kit.unsaved.title")}
        description={t("kit.unsaved.text")}
        footer={
          <>
            <Button variant="outline" onClick={stay}>
              {t("kit.unsaved.stay")}
            </Button>
            <Button variant="danger-solid" onClick={leave}>
              {t("kit.unsaved.leave")}
            </Button>
          </>
        }
      />
    </Unsaved>
  );
}

/**
 * Marks a form as unsaved. `when`: it has changes. `keepsOnQueryChange`: it remains if only the query
 * changes.
 */
export function UnsavedGuard({ when, keepsOnQueryChange = false }: { when: boolean; keepsOnQueryChange?: boolean }) {
  const forms = useContext(Unsaved);
  const id = useId();
  useEffect(() => {
    if (!when) return;
    forms.add(id, keepsOnQueryChange);
    return () => forms.remove(id);
  }, [when, keepsOnQueryChange, id, forms]);
  return null;
}

/** Whether a form was typed into since it was sent. `events`: attributes of the form. */
export function useTyped() {
  const [isTyped, setTyped] = useState(false);
  return { isTyped, events: { onInput: () => setTyped(true), onSubmit: () => setTyped(false) } };
}

type Props = {
  /** The form starts with unsaved values. */
  isUnsaved?: boolean;
  /** The last answer, if it saved the form; not needed by a form that remounts. */
  saved?: object | undefined;
  keepsOnQueryChange?: boolean;
};

/** Inside a form: marks it as unsaved from the first input until it is saved or remounted. */
export function TypedGuard({ isUnsaved = false, saved, keepsOnQueryChange = true }: Props) {
  const [isTyped, setTyped] = useState(isUnsaved);
  const inside = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = inside.current?.closest("form");
    const type = () => setTyped(true);
    form?.addEventListener("input", type);
    return () => form?.removeEventListener("input", type);
  }, []);
  useEffect(() => {
    if (saved) setTyped(false);
  }, [saved]);
  return (
    <span ref={inside} hidden>
      <UnsavedGuard when={isTyped} keepsOnQueryChange={keepsOnQueryChange} />
    </span>
  );
}
