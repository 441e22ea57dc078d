/**
 * The options of i18next that the server and the browser share.
 * @param shop the value of `{{shop}}` in every text
 */

/** @param shop the value of `{{shop}}` in every text */
export function i18nextOptions(shop: string) {
  return {
    defaultNS: "common",
    initAsync: false,
    // React escapes output itself.
    interpolation: { escape: isolate, defaultVariables: { shop } },
  };
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Wraps right-to-left values in Unicode isolates (FSI, PDI), so that they do not reorder the sentence. */
function isolate(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}
