/**
 * Stands in for the package `react-style-singleton`, with which Radix keeps the page behind a dialog from scrolling. That one writes a style
 * element, which the policy of a page would have to allow; a constructed style sheet needs no word from it.
 */
import { useEffect } from "react";

export const styleSingleton = () => Styles;

function Styles({ styles }: { styles: string }) {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [styles]);
  return null;
}
