/** What the tags in legal texts become: links within the shop, to the trader's mailbox, and to public bodies. */
import type { ReactNode } from "react";
import { linkPart } from "#ui/link-part.tsx";
import type { PassageParts } from "#ui/passage.tsx";

export const PATHS = {
  terms: "/terms",
  privacy: "/privacy",
  cookies: "/cookies",
  contact: "/contact",
  post: "/enter-free",
  safer: "/safer-play",
  draws: "/draws",
};
export const SITES = {
  drand: "https://drand.love",
  ico: "https://ico.org.uk/make-a-complaint/",
  advice: "https://www.citizensadvice.org.uk/consumer/",
  asa: "https://www.asa.org.uk/make-a-complaint.html",
  support: "https://www.gamcare.org.uk/",
  stripe: "https://stripe.com/gb/privacy",
};

/** @param email where the trader is written to */
export function legalParts(email: string): PassageParts {
  const link = (href: string) => (inner: ReactNode) => (
    <a href={href} className="text-link" rel="noreferrer">
      {inner}
    </a>
  );
  return {
    ...Object.fromEntries(Object.entries(PATHS).map(([name, path]) => [name, linkPart(path)])),
    ...Object.fromEntries(Object.entries(SITES).map(([name, address]) => [name, link(address)])),
    email: link(`mailto:${email}`),
  };
}
