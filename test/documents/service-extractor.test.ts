import { describe, expect, it } from "vitest";
import { LIMITS } from "../support/documents/limits.ts";
import { createServiceExtractor } from "../../src/documents/service-extractor.ts";
import { failureOf } from "../support/documents/failure.ts";

const file = { bytes: new TextEncoder().encode("Hello"), filename: "Отчёт 100%.txt" };
const answering = (response: Response) =>
  createServiceExtractor({ fetch: async () => response }, LIMITS);

describe("createServiceExtractor", () => {
  it("posts the bytes with the name and the limits, and gives the answer back", async () => {
    const answer = { media_type: "text/plain", text: "Hello", pages: null };
    const seen: { method: string; filename: string; limits: string; body: string }[] = [];
    const fetch = async (request: Request) => {
      seen.push({
        method: request.method,
        filename: decodeURIComponent(request.headers.get("x-filename") ?? ""),
        limits: request.headers.get("x-limits") ?? "",
        body: await request.text(),
      });
      return Response.json(answer);
    };
    expect(await createServiceExtractor({ fetch }, LIMITS).extract(file)).toEqual(answer);
    expect(seen).toEqual([
      { method: "POST", filename: file.filename, limits: JSON.stringify(LIMITS), body: "Hello" },
    ]);
  });

  it.each(["unsupported_file_type", "document_unreadable", "document_empty", "text_too_long"])(
    "throws the failure %s that the service reports",
    async (code) => {
      const response = Response.json({ code, detail: "Say why." }, { status: 422 });
      const failure = await failureOf(() => answering(response).extract(file));
      expect(failure).toEqual({ code, detail: "Say why." });
    },
  );

  it.each([
    [
      "a code of another room",
      Response.json({ code: "role_required", detail: "x" }, { status: 422 }),
    ],
    ["a failure without detail", Response.json({ code: "document_empty" }, { status: 422 })],
    ["another status", Response.json({ code: "document_empty", detail: "x" }, { status: 500 })],
    ["an answer of another form", Response.json({ text: 1 })],
    ["an unknown media type", Response.json({ media_type: "a/b", text: "", pages: null })],
    ["no JSON", new Response("<html>")],
  ])("takes %s for an unreadable document", async (_, response) => {
    const failure = await failureOf(() => answering(response).extract(file));
    expect(failure.code).toBe("document_unreadable");
    expect(failure.detail).not.toBe("x");
  });

  it("takes a service that cannot be reached for an unreadable document", async () => {
    const fetch = () => Promise.reject(new Error("connection lost"));
    const failure = await failureOf(() => createServiceExtractor({ fetch }, LIMITS).extract(file));
    expect(failure.code).toBe("document_unreadable");
    expect(failure.detail).not.toContain("connection lost");
  });
});
