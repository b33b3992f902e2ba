import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BulkTask, Enrichment } from "../../src/pipeline/enrichment/schema.ts";
import type { ProviderName } from "../../src/pipeline/enrichment/vocabulary.ts";
import { readFilesInUse } from "../support/node/files-in-use.ts";
import { waitFor } from "../support/node/machine.ts";
import { ProviderStandIn } from "../support/node/provider-stand-in.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";
import { ADDRESS, DOMAIN, SHA256, URL_OF_IT } from "../support/providers/values.ts";
import { GOOD_KEY } from "../support/providers/wire.ts";

const folder = preparedFolder();
const providers = new ProviderStandIn();
let service: RunningService;
let printed = "";

beforeAll(async () => {
  await providers.listen();
  service = await startService(folder.path, {
    ...providers.settings,
    ENRICHMENT_TIMEOUT_MS: "1000",
  });
  for (const stream of [service.process.stdout, service.process.stderr]) {
    stream?.on("data", (chunk: Buffer) => (printed += chunk.toString("utf8")));
  }
});
afterAll(async () => {
  await service.stop();
  providers.close();
  folder.remove();
});

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
async function call<T>(path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${service.url}/api/pipeline${path}`, init);
  return (await response.json()) as T;
}

const add = async (kind: string, value: string) =>
  (await call<{ id: string }>("/observables", { kind, value })).id;
const enrich = async (id: string, provider: ProviderName) =>
  await call<Enrichment>(`/observables/${id}/enrich`, { provider });

describe("over the network", () => {
  it.each<[ProviderName, string, string, string]>([
    ["virustotal", "sha256", SHA256, `GET /virustotal/files/${SHA256}`],
    ["otx", "ipv4", ADDRESS, `GET /otx/indicators/IPv4/${ADDRESS}/general`],
    ["threatfox", "ipv4", ADDRESS, "POST /threatfox/"],
    ["urlhaus", "url", URL_OF_IT, "POST /urlhaus/url/"],
    ["malwarebazaar", "sha256", SHA256, "POST /malwarebazaar/"],
    ["urlscan", "domain", DOMAIN, expect.stringContaining("GET /urlscan/search/?q=domain")],
    ["greynoise", "ipv4", ADDRESS, `GET /greynoise/community/${ADDRESS}`],
    ["abuseipdb", "ipv4", ADDRESS, expect.stringContaining("GET /abuseipdb/check?ipAddress=")],
    ["internetdb", "ipv4", ADDRESS, `GET /internetdb/${ADDRESS}`],
  ])("%s is asked about %s", async (provider, kind, value, line) => {
    providers.takeLog();
    const record = await enrich(await add(kind, value), provider);
    expect(record).toMatchObject({ provider, status: "complete", detail: null });
    expect(providers.takeLog()).toEqual([line]);
  });

  it.each(["http://169.254.169.254/latest", "http://10.0.0.1/", "https://elsewhere.net/"])(
    "a redirect to %s is not followed",
    async (Location) => {
      const address = `91.30.1.${Location.length}`;
      providers.takeLog();
      providers.answerNext((_request, response) => response.writeHead(307, { Location }).end());
      const record = await enrich(await add("ipv4", address), "abuseipdb");
      expect(record).toMatchObject({ status: "failed" });
      expect(record.detail).toContain(`redirects to ${new URL(Location).host}, which is not sent`);
      expect(providers.takeLog()).toHaveLength(1);
    },
  );

  it("a provider that hangs, sends byte by byte or breaks off is given up", async () => {
    providers.answerNext(() => undefined);
    const silent = await enrich(await add("ipv4", "91.30.2.1"), "otx");
    expect(silent.detail).toContain("was silent for 1 seconds");
    providers.answerNext((_request, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      const timer = setInterval(() => response.write(" "), 300);
      response.on("close", () => clearInterval(timer));
    });
    const slow = await enrich(await add("ipv4", "91.30.2.2"), "otx");
    expect(slow.detail).toContain("took more than 3 seconds");
    providers.answerNext((_request, response) => response.destroy());
    const broken = await enrich(await add("ipv4", "91.30.2.3"), "otx");
    expect(broken.detail).toContain("cannot be reached, or broke off");
  });

  it("many are asked in the background, and a task says how far it is", async () => {
    const ids = [await add("ipv4", "91.30.3.1"), await add("ipv4", "91.30.3.2")];
    const asked = { observable_ids: ids, providers: ["greynoise", "internetdb", "abuseipdb"] };
    const { task_id: id } = await call<{ task_id: string }>("/enrichments/bulk", asked);
    const task = await waitFor(`task ${id}`, async () => {
      const now = await call<BulkTask>(`/enrichments/bulk/${id}`);
      return now.status === "complete" ? now : null;
    });
    expect(task).toMatchObject({ done: 6, total: 6, outcomes: { complete: 2, not_found: 4 } });
  });
});

it("the key is in no log, record, error, file of the data folder or answer about settings", async () => {
  providers.answerNext(({ headers }, response) => {
    response.writeHead(500, { "Content-Type": "text/plain" });
    response.end(JSON.stringify([...headers]));
  });
  await enrich(await add("ipv4", "91.30.4.1"), "abuseipdb");
  const settings = await (await fetch(`${service.url}/api/settings`)).text();
  expect(settings).toContain("ABUSEIPDB_API_KEY");
  // The configuration of workerd has every setting.
  const stored = readFilesInUse(folder.path)
    .filter(({ name }) => !name.includes("workerd.capnp"))
    .map(({ bytes }) => bytes.toString("latin1"));
  expect(stored.length).toBeGreaterThan(3);
  const shown = [settings, printed, ...stored];
  expect(shown.filter((text) => text.includes(GOOD_KEY))).toHaveLength(0);
});
