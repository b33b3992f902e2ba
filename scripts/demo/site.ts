import { extname } from "node:path";
import { readContent } from "./content.ts";
import { serveRequests } from "./serve-requests.ts";

const PUBLISHED = /^\/(?:feed\.xml|(?:reports|notes)\/[a-z-]+\.html)$/u;
const TYPES: Record<string, string> = {
  ".xml": "application/rss+xml",
  ".html": "text/html; charset=utf-8",
};

/** Serves the publisher whose feed the demo reads, and receives its webhooks. */
export async function serveSite(): Promise<{ url: string; close: () => void }> {
  return await serveRequests((request) => {
    const { pathname, origin } = new URL(request.url);
    if (request.method === "POST") return new Response(null, { status: 204 });
    if (!PUBLISHED.test(pathname)) return new Response("Not found", { status: 404 });
    const body = readContent(pathname).replaceAll("{site}", origin);
    return new Response(body, { headers: { "Content-Type": TYPES[extname(pathname)] ?? "" } });
  });
}
