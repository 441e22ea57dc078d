/** Copies a text, also where the clipboard is not accessible (without HTTPS, in a WebView). */

/** @returns false if the browser does not copy: show the text for copying by hand */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Undefined outside of a secure context, whatever its type says.
    await (navigator.clipboard as Clipboard | undefined)?.writeText(text);
    if (navigator.clipboard) return true;
  } catch {
    // Refused: try the older way.
  }
  return copySelected(text);
}

/** Copies by a selected text field. False if the browser refuses, or only pretends to copy. */
function copySelected(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.cssText = "position:fixed;inset-block-start:0;opacity:0";
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  let isCopied = false;
  try {
    isCopied = document.execCommand("copy");
  } catch {
    isCopied = false;
  }
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}
