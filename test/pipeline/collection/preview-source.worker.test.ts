import { beforeAll, describe, expect, it } from "vitest";
import { createSource } from "../../../src/pipeline/collection/create-source.ts";
import { previewSource } from "../../../src/pipeline/collection/preview-source.ts";
import { PRIVATE_HOSTS } from "../../support/private-hosts.ts";
import { ingestSmallRelease, requestJson, testServices } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

beforeAll(ingestSmallRelease);

const SITE = "https://blog.unit.example";
const feedOf = (titles: string[]) => `<rss version="2.0"><channel><title>Unit blog</title>
${titles
  .map(
    (title, n) => `<item><title>${title}</title><link>${SITE}/${n}</link>
<pubDate>Mon, 05 Jan 2026 0${n}:00:00 GMT</pubDate></item>`,
  )
  .join("")}</channel></rss>`;
const FEED = feedOf(["One", "Two", "Three", "Four", "Five", "Six"]);
const html = (head: string) => `<!doctype html><html><head>${head}</head><body>Posts</body></html>`;
const linkTo = (href: string, title = "") =>
  `<link rel="alternate" type="application/rss+xml" title="${title}" href="${href}">`;

/** A network of the given answers by URL; anything else is 404. */
function withPages(pages: Record<string, string | Response>) {
  const asked: string[] = [];
  const network = async (input: RequestInfo | URL) => {
    const url = new Request(input).url;
    asked.push(url);
    const answer = pages[url];
    if (answer instanceof Response) return answer.clone();
    if (answer === undefined) return new Response("Not here", { status: 404 });
    const type = answer.startsWith("<!doctype") ? "text/html" : "application/xml";
    return new Response(answer, { headers: { "Content-Type": type } });
  };
  return { asked, deps: testServices({ network: { public: network, operator: network } }) };
}

const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => {
      throw new Error("it was not refused");
    },
    (error: Error) => error.message,
  );

describe("a preview of a source", () => {
  it("reads a feed at its own address, and its first five items", async () => {
    const { deps, asked } = withPages({ [`${SITE}/rss`]: FEED });
    const preview = await previewSource(deps, "local", { url: `${SITE}/rss` });
    expect(preview).toMatchObject({
      url: `${SITE}/rss`,
      title: "Unit blog",
      kind: "rss",
      origin: "address",
      item_count: 6,
      others: [],
      source_id: null,
    });
    expect(preview.items).toHaveLength(5);
    expect(preview.items[0]).toEqual({
      title: "One",
      url: `${SITE}/0`,
      published_at: "2026-01-05T00:00:00.000Z",
    });
    expect(asked).toEqual([`${SITE}/rss`]);
  });

  it("follows the link of a page, pasted without a scheme, and names its other feeds", async () => {
    const { deps } = withPages({
      [`${SITE}/`]: html(linkTo("/gone") + linkTo("/feed", "Posts") + linkTo("/c", "Comments")),
      [`${SITE}/feed`]: FEED,
    });
    const preview = await previewSource(deps, "local", { url: "blog.unit.example" });
    expect(preview).toMatchObject({ url: `${SITE}/feed`, origin: "linked" });
    expect(preview.others).toEqual([
      { url: `${SITE}/gone`, title: null },
      { url: `${SITE}/c`, title: "Comments" },
    ]);
  });

  it("tries usual paths where the page links none", async () => {
    const { deps } = withPages({ [`${SITE}/news`]: html(""), [`${SITE}/rss.xml`]: FEED });
    const preview = await previewSource(deps, "local", { url: `${SITE}/news` });
    expect(preview).toMatchObject({ url: `${SITE}/rss.xml`, origin: "usual_path" });
  });

  it("answers the address that a permanent redirect leads to", async () => {
    const moved = new Response(null, { status: 301, headers: { Location: `${SITE}/new` } });
    const { deps } = withPages({ [`${SITE}/old`]: moved, [`${SITE}/new`]: FEED });
    const preview = await previewSource(deps, "local", { url: `${SITE}/old` });
    expect(preview).toMatchObject({ url: `${SITE}/new`, origin: "address" });
  });

  it("names the source that reads the feed already, and stores nothing", async () => {
    const { deps } = withPages({ [`${SITE}/known`]: FEED });
    const before = await requestJson<object[]>("/api/pipeline/sources");
    expect((await previewSource(deps, "local", { url: `${SITE}/known` })).source_id).toBeNull();
    expect((await requestJson<object[]>("/api/pipeline/sources")).body).toEqual(before.body);
    const given = { enabled: true, interval_minutes: 60, include: [], exclude: [], filters: {} };
    const url = `${SITE}/known`;
    const { id } = await createSource(deps, "local", { url, kind: "rss", ...given });
    expect((await previewSource(deps, "local", { url: `${url}#top` })).source_id).toBe(id);
  });
});

describe("a preview that finds no feed", () => {
  it("says what was tried and what to do", async () => {
    const { deps, asked } = withPages({ [`${SITE}/about`]: html("") });
    const detail = await refusal(previewSource(deps, "local", { url: `${SITE}/about` }));
    expect(detail).toMatch(/^No feed was found: https:\/\/blog\.unit\.example\/about is no RSS/);
    expect(detail).toMatch(/Paste the address of the site's RSS or Atom feed\.$/);
    // Eight guesses of a feed, one of a TAXII server, two of a MISP feed and one of MISP.
    expect(asked.length).toBeLessThanOrEqual(14);
  });

  it("says why the address did not answer", async () => {
    const detail = await refusal(
      previewSource(withPages({}).deps, "local", { url: `${SITE}/gone` }),
    );
    expect(detail).toContain(`${SITE}/gone answers with HTTP 404.`);
  });

  it("stops guessing at a host that does not answer", async () => {
    const { deps, asked } = withPages({
      [`${SITE}/slow`]: html(""),
      [`${SITE}/slow/feed/`]: new Response("busy", { status: 503 }),
    });
    await refusal(previewSource(deps, "local", { url: `${SITE}/slow` }));
    expect(asked).toEqual([`${SITE}/slow`, `${SITE}/slow/feed/`]);
  });

  it.each([
    "not an address",
    "mailto:a@unit.example",
    "file:///etc/passwd",
    "https://u:p@unit.example/",
  ])("refuses %s without asking anyone", async (given) => {
    const { deps, asked } = withPages({});
    expect(await refusal(previewSource(deps, "local", { url: given }))).toMatch(/^The feed's url /);
    expect(asked).toEqual([]);
  });
});

describe("the egress policy of a preview", () => {
  it.each(PRIVATE_HOSTS)("does not follow a link or a redirect to %s", async (given) => {
    const host = given.replaceAll(/[^ -~]+/gu, encodeURIComponent);
    const redirect = new Response(null, { status: 302, headers: { Location: `http://${host}/` } });
    for (const start of [redirect, html(linkTo(`http://${host}/feed`))]) {
      const { deps, asked } = withPages({ [`${SITE}/`]: start });
      await refusal(previewSource(deps, "local", { url: `${SITE}/` }));
      expect(asked.every((url) => url.startsWith(SITE))).toBe(true);
    }
    const { deps, asked } = withPages({});
    await refusal(previewSource(deps, "local", { url: `http://${host}/` }));
    expect(asked).toEqual([]);
  });
});

describe("the route", () => {
  it("needs the role analyst, and refuses unknown fields", async () => {
    const path = "/api/pipeline/sources/preview";
    const body = JSON.stringify({ url: "http://127.0.0.1/" });
    const headers = { "X-Auth-User": "v", "X-Auth-Roles": "viewer" };
    const refused = await requestWith(TEAM, path, { method: "POST", body, headers });
    expect(refused.status).toBe(403);
    const unknown = JSON.stringify({ url: "http://127.0.0.1/", depth: 2 });
    expect((await requestJson(path, { method: "POST", body: unknown })).status).toBe(422);
    const { status, body: problem } = await requestJson(path, { method: "POST", body });
    expect(status).toBe(422);
    expect(problem).toMatchObject({ code: "validation_error", errors: [{ pointer: "/url" }] });
  });
});
