import { env } from "cloudflare:test";
import { beforeAll, expect, it } from "vitest";
import { tick } from "../../../src/background.ts";
import { ingestSmallRelease, requestJson, testServices } from "../../support/service.ts";

const OLD = "2024-01-01T00:00:00.000Z";
const PATH = "/api/pipeline/observables";

beforeAll(ingestSmallRelease);

const insert = async (value: string, columns: Record<string, string> = {}) => {
  const row = {
    id: crypto.randomUUID(),
    kind: "domain",
    value,
    normalized_value: value,
    origin: "extracted",
    confidence: "50",
    tags: "[]",
    first_seen_at: OLD,
    last_seen_at: OLD,
    created_at: OLD,
    ...columns,
  };
  const names = Object.keys(row);
  await env.WORKSPACE_DB.prepare(
    `insert into observables (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
  )
    .bind(...Object.values(row))
    .run();
  await env.WORKSPACE_DB.prepare(
    "insert into observable_sources (kind, normalized_value, source_type, source_id) values ('domain', ?, 'session', 's')",
  )
    .bind(value)
    .run();
};

const valuesLeft = async () =>
  (await requestJson<{ value: string }[]>(`${PATH}?kind=domain`)).body.map(({ value }) => value);
const mentionsLeft = async () =>
  await env.WORKSPACE_DB.prepare("select count(*) as n from observable_sources").first<number>("n");

it("observables that nobody has seen or worked on for long are removed with their mentions", async () => {
  const now = new Date().toISOString();
  await insert("old.example.com");
  await insert("stored-lately.example.com", { created_at: now });
  await insert("seen-lately.example.com", { last_seen_at: now });
  await insert("confirmed.example.com", { confirmed_by: "ann" });
  await insert("decided.example.com", { decided_by: "ann" });
  await insert("tagged.example.com", { tags: '["campaign"]' });
  await insert("by-hand.example.com", { origin: "manual" });
  const services = testServices();
  const cacheFor = (days: number) => ({
    ...services,
    settings: { ...services.settings, OBSERVABLE_RETENTION_DAYS: days },
  });

  await tick(cacheFor(0), "@tick");
  expect(await mentionsLeft()).toBe(7);

  await tick(cacheFor(365), "@tick");
  expect((await valuesLeft()).toSorted()).toEqual([
    "by-hand.example.com",
    "confirmed.example.com",
    "decided.example.com",
    "seen-lately.example.com",
    "stored-lately.example.com",
    "tagged.example.com",
  ]);
  expect(await mentionsLeft()).toBe(6);
});
