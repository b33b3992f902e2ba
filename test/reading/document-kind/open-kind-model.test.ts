import { expect, it, vi } from "vitest";
import { openKindModel } from "../../../src/reading/document-kind/open-kind-model.ts";

it.each([
  ["the asset cannot be fetched", async () => await Promise.reject(new Error("gone"))],
  ["the asset is missing", async () => new Response("", { status: 404 })],
  ["the file is no model", async () => new Response("text")],
])("gives no model and logs it where %s", async (_case, readAsset) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await openKindModel({ readAsset })).toBeNull();
  expect(JSON.stringify(log.mock.calls)).toContain("model.unreadable");
  log.mockRestore();
});
