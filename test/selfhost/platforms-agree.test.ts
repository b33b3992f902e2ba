import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { COLLECTION_CRON } from "../../src/crons.ts";
import { dueCrons } from "../../src/selfhost/due-crons.ts";
import {
  configureBackground,
  configureServing,
  type CommonLayout,
} from "../../src/selfhost/runtime/config.ts";

interface Binding {
  binding: string;
}

/** What of wrangler's configuration is compared. */
interface EdgeConfig {
  compatibility_date: string;
  compatibility_flags: string[];
  d1_databases: Binding[];
  r2_buckets: Binding[];
  queues: { producers: Binding[]; consumers: { queue: string; max_retries: number }[] };
  assets: Binding;
  triggers: { crons: string[] };
}

const PROJECT = join(import.meta.dirname, "..", "..");
const edge = readConfig({ config: join(PROJECT, "wrangler.toml") }) as unknown as EdgeConfig;
const sorted = (names: readonly (string | undefined)[]) => names.map(String).sort();
const sockets = Object.fromEntries(
  ["readers", "host", "d1", "r2", "queue", "background", "deliveries"].map((name) => [
    name,
    `/data/run/${name}.sock`,
  ]),
) as CommonLayout["sockets"];
const common = { sockets, controlSocket: "/data/run/control.sock", egress: null, settingNames: [] };
const serving = configureServing(
  { ...common, host: "127.0.0.1", port: 0, dataDir: "/data" },
  "/data/run",
);
const background = configureBackground(
  { ...common, requestSocket: "/data/run/work-1.sock" },
  "/data/run",
);
/** From the Worker's own name to the next service. */
const worker = serving.slice(
  serving.indexOf('name = "worker"'),
  serving.indexOf('name = "d1:disk"'),
);
const namesIn = (text: string) =>
  [...text.matchAll(/\(name = "([A-Z_]+)"/g)].map(([, name]) => name);

/** What only one platform can give, which `Bindings` declares as optional. */
const SELF_HOSTED_ONLY = ["BACKGROUND", "READERS", "HOST_PROGRAM", "OPERATOR_NETWORK", "START_UP"];

describe("wrangler.toml and the configuration of workerd", () => {
  it("name the same compatibility date and flags", () => {
    expect(worker).toContain(`compatibilityDate = "${edge.compatibility_date}"`);
    const flags = edge.compatibility_flags.map((flag) => `"${flag}"`).join(", ");
    expect(worker).toContain(`compatibilityFlags = [${flags}]`);
  });

  it("give the Worker the same bindings", () => {
    const given = [
      ...edge.d1_databases.map(({ binding }) => binding),
      ...edge.r2_buckets.map(({ binding }) => binding),
      ...edge.queues.producers.map(({ binding }) => binding),
      edge.assets.binding,
    ];
    expect(sorted(namesIn(worker))).toEqual(sorted([...given, ...SELF_HOSTED_ONLY]));
  });

  it("deliver a message of the same queue as often", () => {
    const [source, entrance] = ["queue", "entrance"].map((name) =>
      readFileSync(join(PROJECT, `src/selfhost/runtime/workers/${name}.ts`), "utf8"),
    );
    const [consumer] = edge.queues.consumers;
    expect(entrance).toContain(`QUEUE_NAME = "${consumer?.queue}"`);
    expect(source).toContain(`MOST_ATTEMPTS = ${(consumer?.max_retries ?? 0) + 1};`);
  });
});

it("the crons of wrangler.toml are those that the timer knows and the Worker waits for", () => {
  const midnight = Date.parse("2026-01-31T00:00:00Z");
  const inOneDay = dueCrons(midnight - 1, midnight + 24 * 60 * 60 * 1000 - 1);
  expect(sorted(inOneDay)).toEqual(sorted(edge.triggers.crons));
  expect(edge.triggers.crons).toContain(COLLECTION_CRON);
});

it.each([
  ["that serves", serving],
  ["in the background", background],
])(
  "the process %s collects garbage without helper threads, which can wait for each other",
  (_, text) => {
    expect(text).toContain('v8Flags = ["--single-threaded-gc", "--expose-gc"]');
  },
);
