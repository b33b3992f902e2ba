import { afterEach, describe, expect, it } from "vitest";
import { LIMITS } from "../support/documents/limits.ts";
import { createExtractionPool } from "../../src/selfhost/extractor/extraction-pool.ts";
import { createExtractionService } from "../../src/selfhost/extractor/extraction-service.ts";

const service = createExtractionService(createExtractionPool({ size: 1 }));
afterEach(() => service.close());

function post(body: string, headers: Record<string, string>): Request {
  return new Request("https://extractor.internal/", { method: "POST", headers, body });
}

describe("the extraction service", () => {
  it("answers text, failures and unusable requests", async () => {
    const limits = JSON.stringify(LIMITS);
    const named = (name: string) => ({
      "x-filename": encodeURIComponent(name),
      "x-limits": limits,
    });

    const read = await service.fetch(post("Größe", named("Отчёт.txt")));
    expect(read.status).toBe(200);
    expect(await read.json()).toEqual({ media_type: "text/plain", text: "Größe", pages: null });

    const failed = await service.fetch(post("   ", named("a.txt")));
    expect(failed.status).toBe(422);
    expect(await failed.json()).toMatchObject({ code: "document_empty" });

    for (const headers of [{}, { ...named("a.txt"), "x-limits": "{}" }, { "x-filename": "%" }]) {
      expect((await service.fetch(post("text", headers))).status).toBe(400);
    }
  });
});
