/** Parts of a page whose scripts load on demand. If one never arrives, only that part is missing. */
import { Component, type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense, useCallback, useId } from "react";
import { useTranslation } from "react-i18next";
import { TextButton } from "../text/text-link.tsx";

/** Waits before the second and the third attempt. */
const RETRY_AFTER_MS = [300, 1_000];

/** Runs a dynamic import, with two more attempts. Rejects with the last failure. */
export async function fetchPart<T>(load: () => Promise<T>): Promise<T> {
  for (const wait of RETRY_AFTER_MS) {
    try {
      return await attempt(load);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return attempt(load);
}

/** Failed attempts by address of the script. */
const failures = new Map<string, number>();

async function attempt<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
    if (!address) throw error;
    const count = failures.get(address) ?? 0;
    try {
      if (count === 0) throw error;
      // Chromium caches a failed import by its address, so each further attempt has an address of its own.
      return await import(/* @vite-ignore */ `${address}?${count}`);
    } catch (last) {
      failures.set(address, count + 1);
      throw last;
    }
  }
}

type Retry = { readonly retry: () => void };

/**
 * A component whose script is loaded when needed. If that fails, HTML from the server stays; without any,
 * `Missing` is shown. The script is loaded again when pressed, when the connection is back, and when the
 * part is remounted.
 */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Missing: ComponentType<P & Retry> = PartNotLoaded,
): FunctionComponent<P> {
  // `lazy` caches a failure, so each attempt needs a new one.
  const prepare = () =>
    lazy(async () => {
      try {
        return await fetchPart(load);
      } catch (error) {
        next = prepare();
        throw error;
      }
    }) as unknown as ComponentType<P>;
  let next = prepare();
  // Otherwise React would stream the part after the rest, and need a script to move it to its place.
  if (import.meta.env?.SSR) {
    load().then(
      (loaded) => {
        next = loaded.default;
      },
      () => undefined,
    );
  }
  return function Part(props) {
    const id = useId();
    return (
      <div id={id} className="contents">
        <PartBoundary
          id={id}
          component={() => next}
          part={(Loaded) => <Loaded {...props} />}
          missing={(retry) => <Missing {...props} retry={retry} />}
        />
      </div>
    );
  };
}

type BoundaryProps<P> = {
  readonly id: string;
  readonly component: () => ComponentType<P>;
  readonly part: (Loaded: ComponentType<P>) => ReactNode;
  readonly missing: (retry: () => void) => ReactNode;
};
type BoundaryState<P> = { readonly hasFailed: boolean; readonly Loaded: ComponentType<P> };

class PartBoundary<P> extends Component<BoundaryProps<P>, BoundaryState<P>> {
  override state = { hasFailed: false, Loaded: this.props.component() };
  /** The server-rendered nodes, if the part failed before hydration. */
  #serverHtml: Node | null | undefined;

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidMount() {
    window.addEventListener("online", this.#retry);
  }

  override componentWillUnmount() {
    window.removeEventListener("online", this.#retry);
  }

  readonly #retry = () => {
    if (this.state.hasFailed) this.setState({ hasFailed: false, Loaded: this.props.component() });
  };

  override render() {
    const { id, part, missing } = this.props;
    const { hasFailed, Loaded } = this.state;
    if (!hasFailed)
      return <Suspense fallback={this.#serverHtml && <StaticHtml serverHtml={this.#serverHtml} />}>{part(Loaded)}</Suspense>;
    // Still in the document now: React removes it when it commits this result.
    if (this.#serverHtml === undefined) this.#serverHtml = copyServerHtml(id);
    return this.#serverHtml ? <StaticHtml serverHtml={this.#serverHtml} /> : missing(this.#retry);
  }
}

/** A copy of the part's HTML from the server; null if it was not rendered there. */
function copyServerHtml(id: string): Node | null {
  const part = document.getElementById(id);
  return part?.firstElementChild ? part.cloneNode(true) : null;
}

function StaticHtml({ serverHtml }: { serverHtml: Node }) {
  const fill = useCallback(
    (place: HTMLElement | null) => place?.replaceChildren(...serverHtml.cloneNode(true).childNodes),
    [serverHtml],
  );
  return <div ref={fill} className="contents" />;
}

function PartNotLoaded({ retry }: Retry) {
  const { t } = useTranslation("common");
  return (
    <div className="wrap py-6">
      <div className="note flex-wrap" data-tone="warn" role="alert">
        <p className="flex-1 font-[560]">{t("part.notLoaded")}</p>
        <TextButton onClick={retry}>{t("part.retry")}</TextButton>
      </div>
    </div>
  );
}

/** The `Missing` of optional parts. */
export const RenderNothing = () => null;
