import { describe, expect, it } from "vitest";
import { createSource } from "../../../src/pipeline/collection/create-source.ts";
import { enqueueRun } from "../../../src/pipeline/collection/enqueue-run.ts";
import type { Services } from "../../../src/services.ts";
import { fetchReport } from "../../../src/reading/sessions/fetch-report.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { PRIVATE_HOSTS } from "../../support/private-hosts.ts";
import { testServices } from "../../support/service.ts";

const START = "https://public.example/";
const FEED = `<rss version="2.0"><channel><item><title>Read from inside the network</title>
<link>https://public.example/1</link></item></channel></rss>`;

/** A network in which the start redirects, by way of another public host, to one place. */
function redirecting(target: string, isOpen = false) {
  const asked: string[] = [];
  const network = async (input: RequestInfo | URL) => {
    const { href: url } = new URL(input instanceof Request ? input.url : input);
    asked.push(url);
    const location = { [START]: "https://second.example/", "https://second.example/": target }[url];
    if (location === undefined) return new Response(FEED);
    // Not Response.redirect, which would refuse some targets itself.
    return new Response(null, { status: 302, headers: { Location: location } });
  };
  const context = testServices();
  return {
    asked,
    context: {
      ...context,
      network: { public: network, operator: network },
      settings: { ...context.settings, ALLOW_PRIVATE_SOURCES: isOpen },
    },
  };
}

async function poll(context: Services) {
  const id = await sourceId(context);
  const source = await context.collection.find(id);
  if (source === null) throw new Error("no source");
  const runId = await enqueueRun(context, source, "local", "manual");
  await runJob(context, runId);
  return await context.collection.findRun(runId);
}

async function sourceId(context: Services): Promise<string> {
  const { items } = await context.collection.list({ limit: 1, offset: 0 });
  if (items[0] !== undefined) return items[0].id;
  const given = { enabled: true, interval_minutes: 60, include: [], exclude: [], filters: {} };
  return (await createSource(context, "local", { url: START, kind: "rss", ...given })).id;
}

/** Locations as servers send them, in ASCII: with a scheme, without one, and with a user name. */
function targetsOf(given: string): string[] {
  const host = given.replaceAll(/[^ -~]+/gu, encodeURIComponent);
  return [`http://${host}/feed`, `//${host}:8080/feed`, `https://user@${host}/feed`];
}

describe("a redirect", () => {
  it.each(PRIVATE_HOSTS)("to %s is not followed by a feed", async (host) => {
    for (const target of targetsOf(host)) {
      const { context, asked } = redirecting(target);
      expect(await poll(context)).toMatchObject({
        status: "failed",
        error: expect.stringMatching(/private or reserved network|user name/),
      });
      expect(asked).toEqual([START, "https://second.example/"]);
    }
  });

  it.each(PRIVATE_HOSTS)("to %s is not followed to an article", async (host) => {
    for (const target of targetsOf(host)) {
      const { context, asked } = redirecting(target);
      await expect(fetchReport(context, START)).rejects.toThrow(
        /private or reserved network|user name/,
      );
      expect(asked).toEqual([START, "https://second.example/"]);
    }
  });

  it.each(["file:///etc/passwd", "ftp://public.example/", "data:text/xml,<rss/>", "gopher://x/"])(
    "to %s leads nowhere",
    async (target) => {
      const { context, asked } = redirecting(target);
      expect(await poll(context)).toMatchObject({
        status: "failed",
        error: `${START} redirects to nowhere.`,
      });
      expect(asked).toEqual([START, "https://second.example/"]);
    },
  );

  it("to a private address is followed where the operator allows it", async () => {
    const { context, asked } = redirecting("http://127.0.0.1:8080/feed", true);
    expect(await poll(context)).toMatchObject({ status: "complete", items_seen: 1 });
    expect(asked).toEqual([START, "https://second.example/", "http://127.0.0.1:8080/feed"]);
  });
});
