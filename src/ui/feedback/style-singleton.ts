/** Replaces `react-style-singleton`: a constructed style sheet needs no exception in the page's policy. */
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
