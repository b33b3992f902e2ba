import type { Page, Request } from "playwright-core";
import type { Console } from "./browser.ts";
import { useLogins } from "./logins.ts";
import { untilListed } from "./review.ts";
import { analyse } from "./service.ts";

export const TEAM_REPORT = [
  "The group sent spearphishing mails with a malicious attachment to two banks.",
  "The macro started PowerShell, which downloaded a loader from the actor's server.",
  "They dumped the memory of LSASS to obtain credentials.",
].join("\n");

/** The browser logs the answer that a test is about. */
export const EXPECTED_412 = /Failed to load resource.*412/u;

/** A page that somebody works at. */
export interface Desk {
  page: Page;
  /** Keeps the page from reading the session again, as if nothing had come yet. */
  hold: () => Promise<void>;
  release: () => Promise<void>;
  /** What the page sent to change something. */
  changes: Request[];
}

/** Two analysts before one service, for the tests of a file. */
export function useColleagues(tests: Console) {
  const logins = useLogins(tests, { ann: "analyst", bob: "analyst" });
  const urlOf = (name: "ann" | "bob") => logins[name].url;
  const openDesk = async (name: "ann" | "bob", id: string, expected = EXPECTED_412) => {
    const page = await tests.open(`/sessions/${id}`, { origin: urlOf(name), expected });
    await untilListed(page);
    const read = (url: URL) => url.pathname === `/api/analyze/${id}`;
    const changes: Request[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET") changes.push(request);
    });
    return {
      page,
      changes,
      hold: async () => void (await page.route(read, () => undefined)),
      release: async () => await page.unroute(read),
    } satisfies Desk;
  };
  return {
    urlOf,
    openDesk,
    /** A session, opened by both. */
    openBoth: async (text = TEAM_REPORT) => {
      const { body } = await analyse(urlOf("ann"), { text, name: "Two banks" });
      const id = body.session_id;
      return { id, ann: await openDesk("ann", id), bob: await openDesk("bob", id) };
    },
    /** Changes a session, or what lies below it, in somebody's name; answers the status. */
    send: async (name: "ann" | "bob", method: string, path: string, body?: object) => {
      const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
      return (await fetch(`${urlOf(name)}/api/analyze/sessions/${path}`, init)).status;
    },
  };
}
