/** What every i18next instance has in common: the server’s, the browser’s, and that of a screen in another language. */

/** @param shop the name that every text may use as `{{shop}}` */
export function i18nextOptions(shop: string) {
  return {
    defaultNS: "common",
    initAsync: false,
    // React escapes what it shows.
    interpolation: { escape: isolate, defaultVariables: { shop } },
  };
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Puts a value with right-to-left letters between Unicode's isolates (FSI, PDI), so that it does not turn the sentence around it. */
function isolate(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}
