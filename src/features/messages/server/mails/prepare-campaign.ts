/** The mail of a campaign, rendered once for all its readers: what is each reader's own is put in afterwards. */
import { createElement } from "react";
import { type Campaign, LEAVE, NAME, RESERVED, textOf, viewOf } from "./campaign.ts";
import { type MailContent, oneLine, renderHtml } from "./mail.ts";

/** `firstName` may be empty. `unsubscribeUrl` is absolute. */
export type CampaignReader = { readonly firstName: string; readonly unsubscribeUrl: string };

/** @returns the mail of one reader, ready to be sent */
export async function prepareCampaign(campaign: Campaign): Promise<(reader: CampaignReader) => MailContent> {
  const view = viewOf(campaign);
  const { CampaignHtml } = await import("./campaign-html.tsx");
  const html = await renderHtml(createElement(CampaignHtml, { view }));
  const text = textOf(view);
  return ({ firstName, unsubscribeUrl }) => {
    const name = oneLine(firstName.replaceAll(RESERVED, ""));
    return {
      subject: oneLine(forReader(view.subject, name, unsubscribeUrl)),
      html: forReader(html, escapeHtml(name), escapeHtml(unsubscribeUrl)),
      text: forReader(text, name, unsubscribeUrl),
    };
  };
}

function forReader(text: string, name: string, unsubscribeUrl: string): string {
  return text
    .replaceAll(name === "" ? ` ${NAME}` : NAME, () => name)
    .replaceAll(NAME, "")
    .replaceAll(LEAVE, () => unsubscribeUrl);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
