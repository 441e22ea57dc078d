/** Names of social profiles on screen: "Instagram", or "instagram.com/concours" to tell profiles apart. */

const NETWORKS: Readonly<Record<string, string>> = {
  "bsky.app": "Bluesky",
  "facebook.com": "Facebook",
  "instagram.com": "Instagram",
  "linkedin.com": "LinkedIn",
  "threads.com": "Threads",
  "threads.net": "Threads",
  "tiktok.com": "TikTok",
  "twitter.com": "X",
  "x.com": "X",
  "youtube.com": "YouTube",
};

/** The network's name, or the address of an unknown one. */
export function networkName(url: string): string {
  return NETWORKS[hostOf(new URL(url))] ?? socialName(url);
}

/** The address without its scheme, `www.`, trailing slash, query and fragment. */
export function socialName(url: string): string {
  const address = new URL(url);
  return hostOf(address) + decodeURI(address.pathname).replace(/\/+$/, "");
}

function hostOf({ host }: URL): string {
  return host.replace(/^www\./, "");
}
