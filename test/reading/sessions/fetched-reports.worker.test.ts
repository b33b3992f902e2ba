import { env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Analysis } from "../../../src/reading/sessions/schema.ts";
import { eventsOf } from "../../support/events.ts";
import { makeDocx, paragraph } from "../../support/documents/make-docx.ts";
import { line, makePdf } from "../../support/documents/make-pdf.ts";
import { ARTICLE, ARTICLE_TEXT } from "../../support/documents/make-page.ts";
import { PRIVATE_HOSTS } from "../../support/private-hosts.ts";
import { form, ingestAsShipped, request, requestJson } from "../../support/service.ts";

const SITE = "https://press.unit.dev";
const PAGE = `<html><head><title>Two banks breached | Labs</title></head><body><nav>T1200</nav>
  <article>${ARTICLE}</article><footer>T1201</footer></body></html>`;
const html = { "Content-Type": "text/html; charset=utf-8" };

let pages: Record<string, () => Response>;
const asked: string[] = [];

beforeAll(ingestAsShipped);
afterEach(() => {
  vi.restoreAllMocks();
  asked.length = 0;
});

/** The web, as far as the test has it. */
function serve(offered: Record<string, () => Response>): void {
  pages = offered;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { url } = new Request(input);
    asked.push(url);
    const page = pages[url];
    if (page === undefined) throw new TypeError("no such host");
    return page();
  });
}

type Answer = Analysis & { code?: string; detail?: string; errors?: { pointer: string }[] };
const analyse = async (fields: Record<string, string | File>) =>
  await requestJson<Answer>("/api/analyze", form(fields));

describe("a report that is named by its address", () => {
  it("is fetched; its article is analysed under the page's title", async () => {
    serve({ [`${SITE}/a`]: () => new Response(PAGE, { headers: html }) });
    const { status, body } = await analyse({ url: ` ${SITE}/a ` });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Two banks breached",
      source_url: `${SITE}/a`,
      filename: "a",
      language: "en",
      warnings: [],
    });
    // The small release knows no other of the article; what stands around it is not even rejected.
    expect(body.techniques.map(({ attack_id }) => attack_id)).toEqual(["T1059.001"]);
    expect(body.rejected_techniques.map(({ attack_id }) => attack_id)).toEqual(["T1003.001"]);
    const text = await (await request(`/api/analyze/${body.session_id}/text`)).text();
    expect(text).toBe(`Two banks breached\n\n${ARTICLE_TEXT}`);
    const { body: stored } = await requestJson(`/api/analyze/${body.session_id}`);
    expect(stored).toEqual(body);
    const upload = await env.FILES.get(`sessions/${body.session_id}/upload`);
    expect(await upload?.text()).toBe(PAGE);
  });

  it("has the name that it is given", async () => {
    serve({ [`${SITE}/`]: () => new Response(PAGE, { headers: html }) });
    const { body } = await analyse({ url: `${SITE}/`, name: "Ours" });
    expect(body).toMatchObject({ name: "Ours", filename: "press.unit.dev" });
  });

  it("may be a PDF, a DOCX or a text, whatever it is called", async () => {
    const words = "The actor ran T1059.001 on the host.";
    const files = { pdf: makePdf([line(words)]), docx: makeDocx(paragraph(words)) };
    serve({
      [`${SITE}/r.pdf`]: () => new Response(files.pdf as BodyInit),
      [`${SITE}/r?id=1`]: () => new Response(files.docx as BodyInit),
      [`${SITE}/r.html`]: () => new Response(words, { headers: { "Content-Type": "text/plain" } }),
    });
    for (const url of Object.keys(pages)) {
      const { body } = await analyse({ url });
      expect(body.techniques.map(({ attack_id }) => attack_id)).toEqual(["T1059.001"]);
      expect(body).toMatchObject({ source_url: url, name: null });
    }
  });

  it("does not name its own site as an indicator", async () => {
    const words = "Indicators of compromise\n\npress.unit.dev\nloader-gate.com\n";
    serve({
      [`${SITE}/r.txt`]: () => new Response(words, { headers: { "Content-Type": "text/plain" } }),
    });
    const hostsOf = ({ entities }: Answer) => entities.observables?.map(({ value }) => value);
    const { body } = await analyse({ url: `${SITE}/r.txt` });
    expect(hostsOf(body)).toEqual(["loader-gate.com"]);
    const again = await requestJson<Answer>(`/api/analyze/sessions/${body.session_id}/reanalyse`, {
      method: "POST",
    });
    expect(hostsOf(again.body)).toEqual(["loader-gate.com"]);
    expect(hostsOf((await analyse({ text: words })).body)).toEqual([
      "press.unit.dev",
      "loader-gate.com",
    ]);
  });

  it("is streamed, too", async () => {
    serve({ [`${SITE}/a`]: () => new Response(PAGE, { headers: html }) });
    const response = await request("/api/analyze/stream", form({ url: `${SITE}/a` }));
    const last = eventsOf(await response.text()).at(-1);
    expect(last).toMatchObject({ type: "result", data: { source_url: `${SITE}/a` } });
  });

  it("is the same for a key though the page has changed", async () => {
    let visits = 0;
    const changing = () => {
      visits += 1;
      return new Response(`<title>Visit ${visits}</title><p>Visit ${visits}: T1059 was used.</p>`, {
        headers: html,
      });
    };
    serve({ [`${SITE}/a`]: changing, [`${SITE}/b`]: changing });
    const send = async (url: string) =>
      await requestJson<Answer>("/api/analyze", {
        ...form({ url }),
        headers: { "Idempotency-Key": "a-page" },
      });
    const [first, again] = [await send(`${SITE}/a`), await send(`${SITE}/a`)];
    expect(again.body).toEqual(first.body);
    expect((await send(`${SITE}/b`)).body.code).toBe("conflict");
  });
});

describe("an address that leads nowhere", () => {
  it.each<[string, () => Response, string]>([
    [
      "is gone",
      () => new Response("", { status: 404 }),
      "answers with HTTP 404; check the address",
    ],
    [
      "redirects inside",
      () => Response.redirect("http://127.0.0.1:1/", 302),
      "private or reserved",
    ],
    [
      "is a picture",
      () => new Response(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0])),
      "cannot be read as a report",
    ],
    ["has no text", () => new Response("<script>a</script>", { headers: html }), "has no text"],
    [
      "has too many tags",
      () => new Response("<b>".repeat(200_001), { headers: html }),
      "more than 200000 tags",
    ],
  ])("is refused with what to do: %s", async (_what, page, detail) => {
    serve({ [`${SITE}/a`]: page });
    const { status, body } = await analyse({ url: `${SITE}/a` });
    expect([status, body.code]).toEqual([422, "document_unreadable"]);
    expect(body.detail).toContain(detail);
    expect(body.detail).toContain("save the page and send it as a file");
    expect(asked).toHaveLength(1);
  });

  it("is refused where nothing answers, before a stream begins", async () => {
    serve({});
    const { status, body } = await requestJson<Answer>(
      "/api/analyze/stream",
      form({ url: `${SITE}/a` }),
    );
    expect([status, body.code]).toEqual([422, "document_unreadable"]);
    expect(body.detail).toContain("cannot be reached");
  });

  it.each([
    ...PRIVATE_HOSTS.map((host) => `http://${host}/`),
    "file:///etc/passwd",
    "https://user:word@press.unit.dev/",
    "press.unit.dev",
  ])("is not asked: %s", async (url) => {
    serve({});
    const { status, body } = await analyse({ url });
    expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([
      422,
      "validation_error",
      "/url",
    ]);
    expect(asked).toEqual([]);
  });

  it("stands alone", async () => {
    serve({});
    for (const more of [{ text: "T1059" }, { file: new File(["T1059"], "a.txt") }]) {
      const { status, body } = await analyse({ url: `${SITE}/a`, ...more });
      expect([status, body.code]).toEqual([400, "input_required"]);
    }
    expect((await analyse({ url: " ", text: "T1059 was used" })).status).toBe(200);
    expect((await analyse({ url: " " })).body.code).toBe("input_required");
    expect((await analyse({ url: `${SITE}/${"a".repeat(2048)}` })).status).toBe(422);
    expect(asked).toEqual([]);
  });
});
