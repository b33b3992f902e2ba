import { afterAll } from "vitest";
import { FeedServer } from "./feed-server.ts";

/** An item of a feed that a test serves. */
export interface ServedItem {
  title: string;
  text?: string;
}

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A server of feeds and pages for the tests of a file; its service needs ALLOW_PRIVATE_SOURCES. */
export function useFeeds() {
  const server = new FeedServer();
  afterAll(() => server.close());
  const offer = (name: string, text: string, type: string) =>
    server.offer(name, { bytes: Buffer.from(text), headers: { "Content-Type": type } });
  return {
    server,
    start: async () => await server.listen(),
    /** Serves an RSS feed; answers its address. */
    feed: (name: string, title: string, items: readonly ServedItem[]) =>
      offer(name, rssOf(server.url, name, title, items), "application/rss+xml"),
    /** Serves a page that links feeds by their addresses; answers its address. */
    page: (name: string, links: Readonly<Record<string, string>>) => {
      const tags = Object.entries(links).map(
        ([title, url]) =>
          `<link rel="alternate" type="application/rss+xml" title="${title}" href="${url}">`,
      );
      return offer(name, `<!doctype html><html><head>${tags.join("")}</head></html>`, "text/html");
    },
  };
}

function rssOf(host: string, name: string, title: string, items: readonly ServedItem[]): string {
  const entries = items.map(
    (item, n) => `<item><title>${escape(item.title)}</title><link>${host}/${name}/${n}</link>
<guid>${name}-${n}</guid><pubDate>Mon, 05 Oct 2026 10:00:00 GMT</pubDate>
<description>${escape(item.text ?? "")}</description></item>`,
  );
  return `<rss version="2.0"><channel><title>${escape(title)}</title>${entries.join("")}</channel></rss>`;
}
