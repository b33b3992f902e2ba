import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { resolveIndex } from "../../../src/knowledge/attack/resolve-release.ts";
import { ModelStore } from "../../../src/reading/analyser/model-store.ts";
import { createEmbeddedProvider } from "../../../src/reading/providers/embedded/embedded-provider.ts";
import type { Analysis } from "../../../src/reading/sessions/schema.ts";
import { smallBundle, smallObjects } from "../../support/bundles.ts";
import { form, ingest, ingestAsShipped, requestJson, testServices } from "../../support/service.ts";
import { SHIPPED } from "../../support/shipped.ts";

const NEXT = "20.0";
const TRAINED = `embedded/${SHIPPED.domain}-${SHIPPED.version}`;
const REPORT = [
  "In May APT29 sent mails that lured the staff of the ministry to a false login page.",
  "A script of the group started powershell.exe with an encoded command on each host.",
  "The malware loaded a malicious DLL by placing it beside a signed program.",
].join("\n");

const analyse = async (fields: Record<string, string>) =>
  (await requestJson<Analysis>("/api/analyze", form({ text: REPORT, ...fields }))).body;

beforeAll(async () => {
  await ingestAsShipped();
  await ingest(smallBundle(NEXT));
  await ingest(smallBundle(NEXT, "2.1", smallObjects(), "mobile-attack"));
});

describe("a release that the trained model was not trained on", () => {
  it("gives the findings of the one that it was, if its techniques are the same", async () => {
    const [before, after] = [
      await analyse({ version: SHIPPED.version }),
      await analyse({ version: NEXT }),
    ];
    expect(after).toMatchObject({ model: TRAINED, version: NEXT, warnings: [] });
    expect(after.techniques.length).toBeGreaterThan(0);
    const bytesOf = ({ session_id: _id, created_at: _at, model: _model, ...body }: Analysis) =>
      JSON.stringify(body).replaceAll(body.version, "any");
    expect(bytesOf(after)).toBe(bytesOf(before));
  });

  it("is judged by its small model, with a warning, where its domain has no trained one", async () => {
    const body = await analyse({ domain: "mobile-attack" });
    expect(body).toMatchObject({
      model: `embedded-small/mobile-attack-${NEXT}`,
      warnings: [
        `No trained model is available for mobile-attack-${NEXT}, so the small model of this release judged ` +
          "the report. It misses more techniques and makes more mistakes; check each finding.",
      ],
    });
    expect(body.techniques.length).toBeGreaterThan(0);
  });

  it("is judged by its small model where the trained one cannot be read", async () => {
    const services = testServices();
    const damaged = new ModelStore(env.FILES, async (path) =>
      path.startsWith("/models/") ? new Response("damaged") : await services.readAsset(path),
    );
    const provider = createEmbeddedProvider(damaged);
    const release = await resolveIndex(services, { domain: SHIPPED.domain, version: NEXT });
    // Models are remembered by index.
    expect(await provider.model({ ...release })).toBe(`embedded-small/${SHIPPED.domain}-${NEXT}`);
  });
});
