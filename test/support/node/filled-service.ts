import { fillDemo, type Made } from "../../../scripts/demo/fill.ts";
import { serveSite } from "../../../scripts/demo/site.ts";

/** Setting with which a service reads the feed of the demo. */
export const READS_DEMO = { ALLOW_PRIVATE_SOURCES: "true" };

/** Fills a service with what `npm run demo` shows, so that no page is empty. @returns what was made */
export async function fillService(url: string): Promise<Made> {
  const site = await serveSite();
  try {
    return await fillDemo(url, site.url);
  } finally {
    site.close();
  }
}
