/** Lets React work while a translator replaces text nodes by `<font>` elements (facebook/react#11538). */
declare global {
  interface Window {
    /** Changes of the document since it was parsed, recorded by `StartScripts`. */
    __earlyChanges?: { readonly observer: MutationObserver; readonly records: MutationRecord[] };
  }
}

/** The node on the page that replaced a text node. */
const replacements = new WeakMap<Node, ChildNode>();
/** The text nodes that a translator's node replaced, in order. */
const originals = new WeakMap<Node, readonly Node[]>();
let hasTranslations = false;
let observer: MutationObserver | undefined;

/** Patches the DOM methods of React; call before hydration. Returns whether the page is translated. */
export function guardTexts(): boolean {
  const early = window.__earlyChanges;
  const records = early ? [...early.records, ...early.observer.takeRecords()] : [];
  early?.observer.disconnect();
  observer = new MutationObserver(learn);
  observer.observe(document, { childList: true, subtree: true });
  learn(records);
  patch();
  // React must find its own texts for hydration.
  for (const { removedNodes } of records) for (const node of removedNodes) restore(node);
  return hasTranslations;
}

/** Whether a translator has replaced a text since the page was loaded. */
export function isTranslated(): boolean {
  return hasTranslations;
}

function learn(records: readonly MutationRecord[]): void {
  for (const [i, record] of records.entries()) {
    for (const removed of record.removedNodes) {
      const texts = originals.get(removed) ?? (removed.nodeType === Node.TEXT_NODE ? [removed] : []);
      if (texts.length === 0) continue;
      const by = replacementOf(removed, i, records);
      if (!by || texts.includes(by)) continue;
      hasTranslations = true;
      originals.set(by, [...(originals.get(by) ?? []).filter((text) => !texts.includes(text)), ...texts]);
      for (const text of texts) replacements.set(text, by);
    }
  }
}

/** Inserted by the same call, before it next to the text, or afterwards in its place. */
function replacementOf(removed: Node, i: number, records: readonly MutationRecord[]): ChildNode | undefined {
  const record = records[i];
  if (!record) return undefined;
  const added = ({ addedNodes }: MutationRecord) =>
    [...addedNodes].find((node) => isForeign(node, removed)) as ChildNode | undefined;
  const isBeside = (other: MutationRecord) => other.nextSibling === removed || other.previousSibling === removed;
  const isInPlace = (other: MutationRecord) =>
    other.target === record.target &&
    other.previousSibling === record.previousSibling &&
    other.nextSibling === record.nextSibling;
  const before = records.slice(0, i).findLast((other) => isBeside(other) && added(other));
  const after = records.slice(i + 1).find((other) => isInPlace(other) && added(other));
  return [record, before, after].map((found) => found && added(found)).find((node) => node !== undefined);
}

/** Inserted by a translator: React marks its own nodes, and the shop writes no `<font>`. */
function isForeign(node: Node, removed: Node): boolean {
  return node.nodeName === "FONT" || (isOfReact(removed) && !isOfReact(node));
}

function isOfReact(node: Node): boolean {
  return Object.keys(node).some((key) => key.startsWith("__react"));
}

function restore(node: Node): void {
  if (observer) learn(observer.takeRecords());
  const by = replacements.get(node);
  if (!by?.isConnected) return;
  by.replaceWith(...(originals.get(by) ?? []));
}

/** The child of `parent` that contains `node`, which a translator may have moved into a new element. */
function childHolding(parent: Node, node: Node): Node | null {
  let at: Node | null = node;
  while (at && at.parentNode !== parent) at = at.parentNode;
  return at;
}

function patch(): void {
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  const value = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode !== this) restore(child);
    if (child.parentNode === this) removeChild.call(this, child);
    else if (childHolding(this, child)) child.parentNode?.removeChild(child);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    restoreIfText(child);
    if (before && before.parentNode !== this) restore(before);
    insertBefore.call(this, child, before && childHolding(this, before));
    return child;
  };
  Node.prototype.appendChild = function <Child extends Node>(this: Node, child: Child): Child {
    restoreIfText(child);
    appendChild.call(this, child);
    return child;
  };
  if (value?.set) {
    const { get, set } = value;
    Object.defineProperty(Node.prototype, "nodeValue", {
      ...value,
      get,
      set(this: Node, text: string | null) {
        restoreIfText(this);
        set.call(this, text);
      },
    });
  }
}

function restoreIfText(node: Node): void {
  if (node.nodeType === Node.TEXT_NODE && !node.isConnected) restore(node);
}
