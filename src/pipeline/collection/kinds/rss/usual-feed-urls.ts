/** Feed paths of publishing software: WordPress and Ghost, Hugo, Jekyll, and others. */
const USUAL_PATHS = ["feed/", "rss/", "feed.xml", "rss.xml", "atom.xml", "index.xml"];

/** Returns the usual feed addresses for a page: below the page itself, then below its host. */
export function usualFeedUrls(page: string): string[] {
  const folder = new URL(page);
  folder.search = "";
  folder.hash = "";
  // A path that ends in a file name has its feed next to the file.
  folder.pathname = folder.pathname.replace(/\/[^/]*\.[^/]*$/, "/").replace(/([^/])$/, "$1/");
  const below = ["feed/", "index.xml"].map((path) => new URL(path, folder).href);
  const ofHost = USUAL_PATHS.map((path) => new URL(`/${path}`, folder).href);
  return [...new Set([...below, ...ofHost])].filter((url) => url !== page);
}
