import { useEffect, useState } from "react";
import { READY } from "./bookmarklet-of.ts";

/** A page as the bookmarklet sends it. */
export interface SentPage {
  url: string;
  title: string;
  html: string;
}

/** Returns the page from the opener of this window, or null. It is shown but not trusted. */
export function useSentPage(): SentPage | null {
  const [sent, setSent] = useState<SentPage | null>(null);
  useEffect(() => {
    const { opener } = window as { opener: Window | null };
    if (opener === null) return undefined;
    const receive = ({ source, data }: MessageEvent<unknown>) => {
      if (source === opener) setSent((known) => readPage(data) ?? known);
    };
    window.addEventListener("message", receive);
    // The opener may learn that this page is open, and learns nothing else.
    opener.postMessage(READY, "*");
    return () => window.removeEventListener("message", receive);
  }, []);
  return sent;
}

function readPage(data: unknown): SentPage | null {
  if (typeof data !== "object" || data === null) return null;
  const { url, title, html } = data as Record<string, unknown>;
  if (typeof url !== "string" || typeof html !== "string") return null;
  return { url, html, title: typeof title === "string" ? title : "" };
}
