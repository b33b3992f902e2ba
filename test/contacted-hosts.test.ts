import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  type ModelBinding,
  openModel,
} from "../src/reading/providers/language-model/open-model.ts";
import { SETTING_GROUPS } from "../src/setting-fields.ts";

/** Hosts that the page names in the first column of its tables, without those that only a description has. */
function documentedHosts(): string[] {
  const page = readFileSync("docs/operations.md", "utf8");
  const [, part = ""] = page.split("\n## Hosts that the service contacts\n");
  const [own = ""] = part.split("\n## ");
  return [...own.matchAll(/^\| `([a-z0-9.-]+\.[a-z]+)` /gmu)].map(([, host = ""]) => host);
}

/** The hosts that settings lead to if nobody sets them. */
function defaultHosts(): string[] {
  return Object.values(SETTING_GROUPS).flatMap((fields) =>
    Object.values(fields).flatMap((form) => {
      const value: unknown = form.safeParse(undefined).data;
      const url = typeof value === "string" ? URL.parse(value) : null;
      return url === null || url.host === "" ? [] : [url.host];
    }),
  );
}

/** The host that a hosted model is asked at unless a base URL is set. */
async function hostOf(kind: ModelBinding["kind"]): Promise<string> {
  let host = "";
  const send = async (input: RequestInfo | URL) => {
    ({ host } = new URL(input instanceof Request ? input.url : input));
    throw new Error("asked");
  };
  const binding = { kind, prefix: "PROVIDER_B", model: "m", apiKey: "k", baseUrl: undefined };
  const wire = { send, limit: null, form: { answer: "prompt", setsTemperature: false } };
  const model = openModel({ ...binding, timeoutMs: 1_000, chunkChars: 1_000 }, wire as never);
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "?" }] }];
  await Promise.resolve(model.doGenerate({ prompt })).catch(() => undefined);
  return host;
}

it("docs/operations.md lists every host that the service knows of, and no other", async () => {
  const hosted = await Promise.all((["anthropic", "openai", "google"] as const).map(hostOf));
  const known = new Set([...defaultHosts(), ...hosted]);
  expect(known.size).toBeGreaterThan(10);
  expect(documentedHosts().toSorted()).toEqual([...known].toSorted());
});
