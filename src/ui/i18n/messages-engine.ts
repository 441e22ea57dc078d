/** As much of i18next as react-i18next asks for in the browser, in a tenth of its weight (docs/decisions/0012). */
import type { i18n, ResourceLanguage } from "i18next";
import { DEFAULT_LOCALE, isLocale, type Locale } from "#shared/locale.ts";
import { type Texts, translate, type Values } from "#shared/translate.ts";
import { MessagesFailure } from "./messages-loader.ts";

type Loader = (url: string) => Promise<Texts>;
/** A failed load that may be tried again is, so many times; first after so many milliseconds, then after twice as many, and so on. */
export type Retries = { readonly maxRetries: number; readonly retryTimeout: number };
export type EngineOptions = {
  readonly locale: Locale;
  /** What every text may call the shop. */
  readonly shop: string;
  readonly inlined: ResourceLanguage;
  readonly load: Loader;
  readonly retries: Retries;
  /** Is told of every load that failed for good. */
  readonly report?: (failure: unknown) => void;
};

const DEFAULT_NAMESPACE = "common";

/**
 * Begins with the texts that the page was sent with, by namespace; fetches any other, in the language shown.
 *
 * Texts may be nested, have plurals, `{{values}}` and other namespaces ("auth:minAge"). Formats, contexts, references and default texts are left
 * out: no text of the shop has them, and a test compares what this and i18next say of every text.
 */
export function createEngine({ locale, shop, inlined, load, retries, report }: EngineOptions): i18n {
  const bundles = new Map(Object.entries(inlined).map(([namespace, texts]) => [`${locale}/${namespace}`, texts]));
  const underWay = new Map<string, Promise<unknown>>();
  /** Arrived, or failed for good. */
  const settled = new Set(bundles.keys());
  const listeners = new Set<() => void>();
  const options = { ns: Object.keys(inlined), defaultNS: DEFAULT_NAMESPACE };
  let language = locale;

  async function fetchTexts(name: string, triesLeft: number, wait: number): Promise<void> {
    try {
      bundles.set(name, await load(`/locales/${name}.json`));
    } catch (failure) {
      if (triesLeft === 0 || !(failure instanceof MessagesFailure && failure.retryable)) {
        report?.(failure);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
      await fetchTexts(name, triesLeft - 1, wait * 2);
    }
  }

  function need(name: string): Promise<unknown> {
    const load =
      underWay.get(name) ??
      fetchTexts(name, retries.maxRetries, retries.retryTimeout).finally(() => {
        settled.add(name);
        underWay.delete(name);
      });
    underWay.set(name, load);
    return load;
  }

  function t(key: string, values: Values = {}, fixed?: unknown): unknown {
    const [path = key, named] = key.split(":").reverse();
    const namespace = named ?? first(values.ns) ?? first(fixed) ?? DEFAULT_NAMESPACE;
    return translate(bundles.get(`${language}/${namespace}`), language, path, { shop, ...values }) ?? path;
  }

  const engine = {
    options,
    isInitialized: true,
    t,
    getFixedT: (_language: unknown, namespace?: unknown) => (key: string, values?: Values) => t(key, values, namespace),
    hasResourceBundle: (wanted: string, namespace: string) => bundles.has(`${wanted}/${namespace}`),
    hasLoadedNamespace: (namespace: string) => settled.has(`${language}/${namespace}`),
    get language() {
      return language;
    },
    get languages() {
      return [language];
    },
    get resolvedLanguage() {
      return language;
    },
    async loadNamespaces(wanted: string | readonly string[], onLoaded?: () => void) {
      const namespaces = [wanted].flat();
      options.ns = [...new Set([...options.ns, ...namespaces])];
      await Promise.all(namespaces.map((namespace) => `${language}/${namespace}`).map((name) => settled.has(name) || need(name)));
      onLoaded?.();
    },
    async reloadResources([wanted]: readonly string[], namespaces: readonly string[]) {
      await Promise.all(namespaces.map((namespace) => need(`${wanted}/${namespace}`)));
    },
    async changeLanguage(wanted: string) {
      language = isLocale(wanted) ? wanted : DEFAULT_LOCALE;
      for (const listener of listeners) listener();
    },
    on: (_event: string, listener: () => void) => listeners.add(listener),
    off: (_event: string, listener: () => void) => listeners.delete(listener),
  };
  // The rest of i18next's interface is not there; react-i18next and this shop do not call it.
  return engine as unknown as i18n;
}

function first(namespace: unknown): string | undefined {
  const [name] = [namespace].flat();
  return typeof name === "string" ? name : undefined;
}
